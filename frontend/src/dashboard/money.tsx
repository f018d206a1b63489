import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { seesEverything } from '#domain/kernel/policy.js';
import { daysOfPeriod, type MoneyPeriod } from '#domain/leads/money-periods.js';
import type { Money as Sums } from '#domain/leads/lead.views.js';
import { ListTools } from '../kit/lists/filtering.js';
import { useListFilters } from '../kit/lists/list-filters.js';
import {
  leadsConvertedPath,
  overdueCustomersPath,
  pendingBillsPath,
  quotedLeadsPath,
} from '../kit/leads/figure-links.js';
import { useMoney } from '../kit/leads/money-query.js';
import { Staleness } from '../kit/records/staleness.js';
import { useMemberFilter } from '../kit/team/member-filter.js';
import { usePermissions, useMe } from '../lib/account/session.js';
import { classes } from '../ui/classes.js';
import { Figure, figureGridClass, FigureSkeletons } from '../ui/display/figure-card.js';
import { Change } from '../ui/display/figures.js';
import {
  changeText,
  dateFormat,
  daysText,
  dayText,
  shortMoney,
  unbroken,
} from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { QueryStates } from '../ui/feedback/states.js';
import { Segment } from '../ui/inputs/choice.js';
import { intlLocale, optionsOf } from '../words/i18n.js';
import { dashboardFilters, periodNames } from './dashboard-filters.js';

/** Money of a period, with a filter by member for members who see everybody's. */
export function MoneyFigures(): ReactNode {
  const filterState = useListFilters(dashboardFilters);
  const { filters, change } = filterState;
  const { period, member } = filters;
  const memberFilter = useMemberFilter('member', t`Rep`, member);
  const hasMemberFilter = memberFilter.length > 0;
  const money = useMoney({
    ...(period !== 'month' && { period }),
    ...(member !== undefined && { member }),
  });
  return (
    <section aria-label={t`Money`} className="mb-3">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {/* a phone has no room for it beside the filter */}
        <h2 className={classes('t3 mr-2', hasMemberFilter && 'max-md:sr-only')}>{t`Money`}</h2>
        <Segment
          label={t`Period`}
          options={optionsOf(periodNames)}
          value={period}
          onValue={(chosen) => change({ period: chosen })}
          className={hasMemberFilter ? 'flex-auto md:flex-none' : 'ml-auto md:ml-0'}
        />
        {hasMemberFilter && (
          <ListTools filterState={filterState} filters={memberFilter} count={undefined} />
        )}
      </div>
      <Staleness
        describe={(age) => t`Showing money from ${age}`}
        failed={money.isError && money.data !== undefined}
        at={money.dataUpdatedAt}
      />
      <QueryStates
        query={money}
        failed={t`Failed to load the money`}
        label={t`Loading the money`}
        skeleton={<FigureSkeletons />}
      >
        {(sums) => (
          <div className={figureGridClass}>
            <MoneyTiles sums={sums} period={period} member={member} />
          </div>
        )}
      </QueryStates>
    </section>
  );
}

function wonLabel(period: MoneyPeriod): string {
  if (period === 'week') return t`Won this week`;
  return period === 'month' ? t`Won this month` : t`Won this quarter`;
}

/** Money of the whole period before: `₹10.56 Cr in Nov` or `₹10.56 Cr last week`. */
function wholeBeforeText(period: MoneyPeriod, before: string, today: string): string {
  if (period === 'week') return t`${before} last week`;
  if (period === 'quarter') return t`${before} last quarter`;
  const { from } = daysOfPeriod(period, today).wholeBefore;
  const month = dateFormat(intlLocale(), { timeZone: 'UTC', month: 'short' }).format(
    new Date(`${from}T00:00:00Z`),
  );
  return t`${before} in ${month}`;
}

/**
 * Change of the won money since the same days of the period before, and a desktop also their money:
 * `▲ 50% on 1–5 Nov, ₹1.07 Cr`. If nothing was won by that day, the money of the whole period
 * before; if none, nothing.
 */
function wonNote(
  { paise, paiseBefore, paiseOfWholeBefore }: Sums['won'],
  period: MoneyPeriod,
  today: string,
): ReactNode {
  if (paiseOfWholeBefore === 0) return undefined;
  if (paiseBefore === 0) return wholeBeforeText(period, shortMoney(paiseOfWholeBefore), today);
  const { before } = daysOfPeriod(period, today);
  const moneyBefore = shortMoney(paiseBefore);
  const change = changeText(paise, paiseBefore);
  if (change === undefined) return t`${moneyBefore} by ${dayText(before.to, today)}`;
  const changeSign = <Change text={change} />;
  return (
    <>
      <Trans>
        {changeSign} on {unbroken(daysText(before.from, before.to, today))}
      </Trans>
      <span className="max-md:hidden">, {moneyBefore}</span>
    </>
  );
}

const overdueNote = (overduePaise: number): ReactNode => {
  const text = t`${shortMoney(overduePaise)} overdue`;
  if (overduePaise === 0) return text;
  return (
    <span className="flex items-center gap-1 font-medium text-warning-ink">
      <Icon icon={CircleAlert} size="s" />
      {text}
    </span>
  );
};

function MoneyTiles({
  sums: { from, to, quoted, won, bills, toCollect },
  period,
  member,
}: {
  sums: Sums;
  period: MoneyPeriod;
  member: string | undefined;
}): ReactNode {
  const { role } = useMe();
  const may = usePermissions();
  const seesOwnOnly = role !== null && !seesEverything(role);
  const toCollectFigure = toCollect && (
    <Figure
      to={overdueCustomersPath}
      label={t`To collect`}
      value={toCollect.paise}
      isMoney
      note={overdueNote(toCollect.overduePaise)}
    />
  );
  // a rep sees this figure only while bills wait
  const pendingFigure = !(seesOwnOnly && bills.pending === 0) && (
    <Figure
      to={may('ApproveBill') && member === undefined ? '/bills/review' : pendingBillsPath(member)}
      label={seesOwnOnly ? t`Bills waiting` : t`Bills to approve`}
      value={bills.paise}
      isMoney
      note={plural(bills.pending, { one: '# bill', other: '# bills' })}
    />
  );
  return (
    <>
      {role === 'finance' && toCollectFigure}
      {role === 'finance' && pendingFigure}
      <Figure
        to={quotedLeadsPath(member)}
        label={t`Quoted, open`}
        value={quoted.paise}
        isMoney
        note={plural(quoted.leads, { one: '# lead', other: '# leads' })}
      />
      <Figure
        to={leadsConvertedPath(from, to, member)}
        label={wonLabel(period)}
        value={won.paise}
        isMoney
        note={wonNote(won, period, to)}
      />
      {role !== 'finance' && toCollectFigure}
      {role !== 'finance' && pendingFigure}
    </>
  );
}
