import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { QueryFigure, Figure } from '../../ui/display/figure-card.js';
import type { MoneyPeriod } from '#domain/leads/money-periods.js';
import type { Money } from '#domain/leads/lead.views.js';
import { changeText, shortMoney } from '../../ui/display/format.js';
import { convertedBetween, quotedLeads } from './figure-links.js';
import { useMoney } from './money-query.js';

function beforeText(period: MoneyPeriod, before: string): string {
  if (period === 'week') return t`${before} by this day last week`;
  return period === 'month'
    ? t`${before} by this day last month`
    : t`${before} by this day last quarter`;
}

/** Won money against the same days of the period before: `+50% on ₹1.07 Cr`. */
export function wonNote({ paise, paiseBefore }: Money['won'], period: MoneyPeriod = 'month') {
  const [change, before] = [changeText(paise, paiseBefore), shortMoney(paiseBefore)];
  return {
    note: change === undefined ? t`Before: ${before}` : t`${change} on ${before}`,
    noteTitle: beforeText(period, before),
  };
}

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
        {({ won, from, to }) => (
          <Figure
            to={convertedBetween(from, to, member)}
            label={t`Won this month`}
            value={won.paise}
            isMoney
            {...(withNotes && wonNote(won))}
          />
        )}
      </QueryFigure>
    </>
  );
}
