import { msg, t } from '@lingui/core/macro';
import { CalendarDays, ChartColumn, ListChecks, Tag } from 'lucide-react';
import { type ReactNode } from 'react';
import { type BillStatus, billRanges, billStatuses, billTypes } from '#domain/bills/bill.values.js';
import type { BillItem, BillList } from '#domain/bills/bill.views.js';
import { groupBy } from '#domain/kernel/order.js';
import { useIsPhone } from '../browser/media.js';
import { usePermissions } from '../lib/account/session.js';
import { AsOfLink } from '../kit/history/as-of-link.js';
import {
  filterCodec,
  idParam,
  choiceParam,
  searchParam,
  typeNamesFor,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { AddLink, ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { ListRows } from '../kit/lists/list-rows.js';
import { QueuedCards } from '../kit/offline/queued-card.js';
import { isNewBill } from '../kit/offline/queued-commands.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { useMemberFilter } from '../kit/team/member-filter.js';
import { lazyPart } from '../ui/loading/code.js';
import { ButtonLink, IconLink } from '../ui/buttons/button.js';
import { LazyMount, useDialogOf } from '../ui/loading/lazy-mount.js';
import { useToday } from '../ui/display/figures.js';
import { dayHeading, plainMoney } from '../ui/display/format.js';
import { EmptyState } from '../ui/feedback/states.js';
import { choicesOf, type Names, optionsOf, translated } from '../words/i18n.js';
import { BillCard, QueuedBill } from './bill-card.js';
import './bill-queries.js';

const BillStatusDialog = lazyPart(() => import('./bill-status-dialog.js'));

const allTypes = ['All', ...billTypes] as const;
const allRanges = ['all', ...billRanges] as const;
const rangeNames: Names<(typeof allRanges)[number]> = {
  all: msg`All Time`,
  today: msg`Today`,
  week: msg`This Week`,
  month: msg`This Month`,
};
const billFilters = filterCodec({
  status: choiceParam(billStatuses, 'Pending'),
  type: choiceParam(allTypes, 'All'),
  range: choiceParam(allRanges, 'all'),
  member: idParam,
  q: searchParam,
});

const idOf = ({ billId }: BillItem): string => billId;

/** `/bills`: own bills, or the organization's. */
export default function BillsPage(): ReactNode {
  const filterState = useListFilters(billFilters);
  const { filters } = filterState;
  const memberFilter = useMemberFilter('member', t`Rep`, filters.member);
  const may = usePermissions();
  const today = useToday();
  const isPhone = useIsPhone();
  // kept outside the rows, because a decided bill leaves its tab
  const { item: bill, openFor: decide, dialog } = useDialogOf<BillItem>();
  // the tab is a parameter even if the address leaves it out
  const params = {
    ...billFilters.params(filters),
    ...typeNamesFor(filters.q, choicesOf(billTypes)),
    status: filters.status,
  };
  const list = useListQuery('/api/bills', params);
  const counts = list.first?.counts;

  return (
    <>
      <ListPage
        title={t`Bills`}
        noun="bill"
        actions={
          <>
            <AsOfLink className="max-md:hidden" />
            {may('GET /api/bill-totals') && (
              <IconLink icon={ChartColumn} label={t`Totals`} to="/bills/totals" />
            )}
            <AddLink to="/bills/new">{t`New Bill`}</AddLink>
          </>
        }
        controls={{
          filterState,
          savesFilters: true,
          // the bar of a phone has two actions already
          tools: <AsOfLink className="md:hidden" />,
          search: { label: t`Search bills`, placeholder: t`Name, note or type` },
          filters: [
            {
              name: 'type',
              icon: Tag,
              label: t`Type`,
              chipLabel: t`Type: ${translated(filters.type)}`,
              options: choicesOf(allTypes),
            },
            {
              name: 'range',
              icon: CalendarDays,
              label: t`Date range`,
              options: optionsOf(rangeNames),
            },
            ...memberFilter,
          ],
        }}
        tabs={{
          name: 'status',
          label: t`Status`,
          tabs: billStatuses.map((status) => ({
            value: status,
            label: translated(status),
            count: counts?.[status],
          })),
        }}
        list={list}
        above={
          <>
            <Sums list={list} status={filters.status} />
            {may('ApproveBill') && filters.status === 'Pending' && list.items.length > 0 && (
              <HideOnPastDays>
                <ButtonLink to="/bills/review" icon={ListChecks} className="mb-3 max-md:w-full">
                  {t`Review one by one`}
                </ButtonLink>
              </HideOnPastDays>
            )}
            <QueuedCards
              isListed={isNewBill}
              listedIds={list.items.map(idOf)}
              card={(item, onShow) => <QueuedBill item={item} onShow={onShow} />}
            />
          </>
        }
        loading={{ moreLabel: t`Load More Bills` }}
        empty={{
          noMatchTitle: billFilters.isFiltered(filters, 'status') && t`No bills found`,
          content: (
            <EmptyState title={t`No bills found`} art="trace">
              {filters.status === 'Pending'
                ? t`What was spent on the way is submitted here.`
                : t`No bill is ${translated(filters.status)} yet.`}
            </EmptyState>
          ),
        }}
        rows={() =>
          isPhone ? (
            [...groupBy(list.items, ({ spentOn }) => spentOn)].map(([day, bills]) => (
              <section key={day} aria-labelledby={`bills-of-${day}`} className="mb-4">
                <h2 id={`bills-of-${day}`} className="label font-strong mb-1.5">
                  {dayHeading(day, today)}
                </h2>
                <ListRows
                  label={t`Bills`}
                  items={bills}
                  keyOf={idOf}
                  className="card rows overflow-hidden"
                  card={(item) => <BillCard bill={item} onDecide={decide} hidesDay />}
                  cardClassName="relative"
                />
              </section>
            ))
          ) : (
            <ListRows
              label={t`Bills`}
              items={list.items}
              keyOf={idOf}
              className="grid grid-cols-1 gap-2 md:grid-cols-2 xl:grid-cols-3"
              card={(item) => <BillCard bill={item} onDecide={decide} />}
              cardClassName="card relative"
            />
          )
        }
      />
      <LazyMount when={dialog.open}>
        {bill && <BillStatusDialog key={bill.billId} bill={bill} {...dialog} />}
      </LazyMount>
    </>
  );
}

/** Sum of the bills of a tab, and of a member's approved bills of the month. */
function Sums({
  list: { first, items, isPlaceholderData },
  status,
}: {
  list: {
    readonly first: Pick<BillList, 'paise' | 'month'> | undefined;
    readonly items: readonly BillItem[];
    readonly isPlaceholderData: boolean;
  };
  status: BillStatus;
}): ReactNode {
  // placeholder rows are those of other filters
  if (!first?.paise || items.length === 0 || isPlaceholderData) return null;
  const { paise, month } = first;
  const sum = plainMoney(paise[status]);
  return (
    <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
      <span className="t3">
        {
          {
            Pending: t`${sum} pending`,
            Approved: t`${sum} approved`,
            Rejected: t`${sum} rejected`,
          }[status]
        }
      </span>
      {month && (
        <span className="meta text-ink-2">
          {t`Approved this month: ${plainMoney(month.paise.Approved)}`}
        </span>
      )}
    </p>
  );
}
