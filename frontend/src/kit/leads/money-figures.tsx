import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { QueryFigure, Figure } from '../../ui/display/figure-card.js';
import { shortMoney } from '../../ui/display/format.js';
import { convertedBetween, quotedLeads } from './figure-links.js';
import { useMoney } from './money-query.js';

/** Quoted money, and money won this month: of one member, or of all leads that the asker sees. */
export function MoneyFigures({
  member,
  withNotes = false,
}: {
  member?: string;
  /** Whether the quoted sum says of how many leads, and the won sum what it was a month before. */
  withNotes?: boolean;
}): ReactNode {
  const money = useMoney(member === undefined ? {} : { member });
  return (
    <>
      <QueryFigure query={money} label={t`Quoted, open`}>
        {({ quoted }) => (
          <Figure
            to={quotedLeads(member)}
            label={t`Quoted, open`}
            value={quoted.paise}
            isMoney
            {...(withNotes && { note: plural(quoted.leads, { one: '# lead', other: '# leads' }) })}
          />
        )}
      </QueryFigure>
      <QueryFigure query={money} label={t`Won this month`}>
        {({ won, from, to }) => {
          const before = shortMoney(won.paiseBefore);
          return (
            <Figure
              to={convertedBetween(from, to, member)}
              label={t`Won this month`}
              value={won.paise}
              isMoney
              {...(withNotes && { note: t`${before} by this day last month` })}
            />
          );
        }}
      </QueryFigure>
    </>
  );
}
