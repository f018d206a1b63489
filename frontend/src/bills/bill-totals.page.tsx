import { plural, t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { billStatuses } from '#domain/bills/bill.values.js';
import type { BillTotals } from '#domain/bills/bill.views.js';
import { usePermissions } from '../lib/account/session.js';
import { addressOf } from '../lib/server/api.js';
import { AsOfLink } from '../kit/history/as-of-link.js';
import { ChartCard } from '../kit/charts/chart-card.js';
import { withPastDay } from '../kit/lists/list-filters.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { Staleness } from '../kit/records/staleness.js';
import { ButtonLink, IconButton } from '../ui/buttons/button.js';
import { Money, useToday } from '../ui/display/figures.js';
import { money, unbroken } from '../ui/display/format.js';
import { Screen } from '../ui/layout/frame.js';
import { Link } from '../ui/buttons/link.js';
import { EmptyState, QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { translated } from '../words/i18n.js';
import { type BillBar, BillBars, totalPaise } from './bill-bars.js';
import { monthAfter, monthText } from './bill-months.js';
import { useBillTotals } from './bill-queries.js';
import { billColor } from './bill-status.js';

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** `/bills/totals`: sums of a month, for admins and finance. */
export default function BillTotalsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const thisMonth = useToday().slice(0, 7);
  const requestedMonth = search.get('month') ?? '';
  const month = monthPattern.test(requestedMonth) ? requestedMonth : thisMonth;
  const maySeeTotals = usePermissions()('GET /api/bill-totals');
  const back = { to: '/bills', label: t`Back to bills` };
  if (!maySeeTotals)
    return (
      <AccessDeniedPage pageTitle={t`Bill totals`} back={back} title={t`Access Denied`}>
        {t`Only administrators and finance can see the totals of bills.`}
      </AccessDeniedPage>
    );
  const changeMonth = (months: number): void =>
    setSearch(withPastDay(search, { month: monthAfter(month, months) }), { replace: true });
  return (
    <Screen
      title={t`Bill totals`}
      back={back}
      actions={
        <>
          <AsOfLink />
          <HideOnPastDays>
            <ButtonLink href={addressOf('/api/bills.csv', { month })} icon={Download} download>
              {t`CSV`}
            </ButtonLink>
          </HideOnPastDays>
        </>
      }
      pageClassName="pt-2"
    >
      <div className="row mb-3 gap-1">
        <IconButton label={t`Month before`} icon={ChevronLeft} onClick={() => changeMonth(-1)} />
        <h2 className="t3 num min-w-36 text-center" aria-live="polite">
          {monthText(month)}
        </h2>
        <IconButton
          label={t`Month after`}
          icon={ChevronRight}
          disabled={month >= thisMonth}
          onClick={() => changeMonth(1)}
        />
      </div>
      <Totals month={month} />
    </Screen>
  );
}

function Totals({ month }: { month: string }): ReactNode {
  const totals = useBillTotals(month);
  return (
    <>
      <Staleness
        describe={(age) => t`Showing totals from ${age}`}
        failed={totals.isError}
        at={totals.dataUpdatedAt}
      />
      <QueryStates
        query={totals}
        failed={t`Failed to load bill totals`}
        label={t`Loading bill totals`}
        skeleton={<SkeletonCards count={3} />}
      >
        {(data) => <Figures totals={data} month={month} />}
      </QueryStates>
    </>
  );
}

const submittedPaise = (byType: BillTotals['byType']): number =>
  byType.reduce((sum, { paise }) => sum + totalPaise(paise), 0);

function Figures({
  totals: { byType, byMember, pending, decided },
  month,
}: {
  totals: BillTotals;
  month: string;
}): ReactNode {
  const monthBefore = monthAfter(month, -1);
  const totalsBefore = useBillTotals(monthBefore).data;
  const allPaise = submittedPaise(byType);
  return (
    <div className="stack gap-3">
      <dl className="grid grid-cols-1 gap-3 md:grid-cols-3">
        <KeyFigure name={t`Submitted for this month`} figure={<Money paise={allPaise} />}>
          {totalsBefore &&
            t`${money(submittedPaise(totalsBefore.byType))} in ${monthText(monthBefore)}`}
        </KeyFigure>
        <KeyFigure name={t`Pending amount`} figure={<Money paise={pending.paise} />}>
          <Link to="/bills" className="link inline-flex min-h-6 min-w-6 items-center">
            {plural(pending.bills, { one: '# bill', other: '# bills' })}
          </Link>
        </KeyFigure>
        <KeyFigure
          name={t`Average time to decision`}
          figure={
            decided.averageSeconds === undefined ? t`None yet` : waitText(decided.averageSeconds)
          }
        >
          {plural(decided.bills, { one: '# bill decided', other: '# bills decided' })}
        </KeyFigure>
      </dl>
      {/* five money columns are as wide as a tablet */}
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2 xl:items-start">
        <SumsCard
          title={t`By type`}
          label={t`Bills by type`}
          groupName={t`Type`}
          rows={byType.map(({ type, paise }) => ({ key: type, name: translated(type), paise }))}
        />
        <SumsCard
          title={t`By person`}
          label={t`Bills by person`}
          groupName={t`Person`}
          rows={byMember.map(({ member, paise }) => ({ key: member.id, name: member.name, paise }))}
        />
      </div>
    </div>
  );
}

/** Figure with its name above and a detail below. */
function KeyFigure({
  name,
  figure,
  children,
}: {
  name: string;
  figure: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="card card-b">
      <dt className="meta">{name}</dt>
      <dd className="t2">{figure}</dd>
      {children && <dd className="meta">{children}</dd>}
    </div>
  );
}

interface SumsProps {
  title: string;
  /** Accessible name of chart and table. */
  label: string;
  /** Head of the first column. */
  groupName: string;
  rows: readonly BillBar[];
}

/** Bars that fit side by side; the table has all. */
const MAX_BARS = 12;

function SumsCard({ title, label, groupName, rows }: SumsProps): ReactNode {
  const largest = rows.toSorted((one, other) => totalPaise(other.paise) - totalPaise(one.paise))[0];
  if (!largest || totalPaise(largest.paise) === 0)
    return (
      <section className="card" aria-label={title}>
        <EmptyState title={title}>{t`No bills in this month.`}</EmptyState>
      </section>
    );
  return (
    <ChartCard
      title={title}
      summary={t`Most: ${largest.name}, ${money(totalPaise(largest.paise))}.`}
      series={billStatuses.map((status) => ({
        name: translated(status),
        color: billColor(status),
      }))}
      chart={<BillBars label={label} bars={rows.slice(0, MAX_BARS)} />}
      label={label}
      heads={[groupName, ...billStatuses.map(translated), t`Total`]}
      rows={rows.map(({ key, name, paise }) => ({
        key,
        cells: [
          name,
          ...[...billStatuses.map((status) => paise[status]), totalPaise(paise)].map((sumPaise) => (
            <Money paise={sumPaise} />
          )),
        ],
      }))}
    />
  );
}

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Waiting time: `40 min`, `5 h`, `2.5 days`. */
function waitText(seconds: number): string {
  if (seconds < HOUR_SECONDS) return unbroken(t`${Math.max(1, Math.round(seconds / 60))} min`);
  return seconds < 2 * DAY_SECONDS
    ? unbroken(t`${Math.round(seconds / HOUR_SECONDS)} h`)
    : unbroken(
        plural(Number((seconds / DAY_SECONDS).toFixed(1)), { one: '# day', other: '# days' }),
      );
}
