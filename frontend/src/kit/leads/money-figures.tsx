import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { AnswerFigure, Figure } from '../../ui/display/figure-card.js';
import { shortMoney } from '../../ui/display/format.js';
import { convertedBetween, quotedLeads } from './figure-links.js';
import { useMoney } from './money-query.js';

/** Quoted money, and money won this month: of one member, or of all leads that the asker sees. */
export function MoneyFigures({
  member,
  withLeads = false,
}: {
  member?: string;
  /** Whether each figure says how many leads it sums. */
  withLeads?: boolean;
}): ReactNode {
  const money = useMoney(member === undefined ? {} : { member });
  const sumOf = (sum: { readonly paise: number; readonly leads: number }) => ({
    value: sum.paise,
    isMoney: true as const,
    ...(withLeads && { note: plural(sum.leads, { one: '# lead', other: '# leads' }) }),
  });
  return (
    <>
      <AnswerFigure query={money} label={t`Quoted, open`}>
        {({ quoted }) => (
          <Figure to={quotedLeads(member)} label={t`Quoted, open`} {...sumOf(quoted)} />
        )}
      </AnswerFigure>
      <AnswerFigure query={money} label={t`Won this month`}>
        {({ won, from, to }) => {
          const before = shortMoney(won.paiseBefore);
          return (
            <Figure
              to={convertedBetween(from, to, member)}
              label={t`Won this month`}
              {...sumOf(won)}
              {...(withLeads && { note: t`Last month up to this day ${before}` })}
            />
          );
        }}
      </AnswerFigure>
    </>
  );
}
