import { plural, t } from '@lingui/core/macro';
import { ArrowDownUp, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  customerSorts,
  customerStages,
  paymentStatuses,
} from '#domain/customers/customer.values.js';
import type { CustomerList } from '#domain/customers/customer.views.js';
import { daysBetween } from '#domain/kernel/values/days.js';
import { useIsPhone } from '../browser/media.js';
import { AsOfLink } from '../kit/history/as-of-link.js';
import { dayRange } from '../kit/lists/day-range.js';
import {
  dayParam,
  filterCodec,
  choiceParam,
  searchParam,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { money, shortMoney } from '../ui/display/format.js';
import { EmptyState } from '../ui/feedback/states.js';
import { choicesOf, translated } from '../words/i18n.js';
import './opened-customer.js';
import { declareCustomerRecords } from './customer-records.js';
import { CustomerCard, customerColumns, overdueColumns } from './customer-rows.js';

declareCustomerRecords();

const stages = ['All', ...customerStages] as const;
const paymentFilters = ['All', ...paymentStatuses] as const;
/** Column of the usual order of overdue customers. */
const USUAL_SORT = 'overdue';
const customerFilters = filterCodec({
  stage: choiceParam(stages, 'All'),
  payment: choiceParam(paymentFilters, 'All'),
  q: searchParam,
  from: dayParam,
  to: dayParam,
  sort: choiceParam(['usual', ...customerSorts], 'usual'),
});

/** Unpaid money of all listed customers, with its overdue part unless that is none or all. */
function toCollectText(
  { paise, overduePaise }: NonNullable<CustomerList['toCollect']>,
  amountText: (paise: number) => string,
): string {
  const sum = amountText(paise);
  if (overduePaise === 0) return t`${sum} to collect`;
  return overduePaise === paise
    ? t`${sum} to collect, all of it overdue`
    : t`${sum} to collect, ${amountText(overduePaise)} of it overdue`;
}

/** Number of overdue customers, and for how many days the first of them has been overdue. */
function overdueText(count: number, days: number | undefined): string {
  const all = countedNoun(count, 'customer');
  if (days === undefined) return all;
  return t`${all}, oldest ${plural(days, { one: '# day', other: '# days' })}`;
}

/** `/customers`: the organization's customers, by stage and payment. */
export default function CustomersPage(): ReactNode {
  const filterState = useListFilters(customerFilters);
  const { filters, change } = filterState;
  const today = useToday();
  const isPhone = useIsPhone();
  const list = useListQuery('/api/customers', customerFilters.params(filters), { isTable: true });
  const toCollect = list.first?.toCollect;
  const isOverdueList = filters.payment === 'Overdue';
  const isUsualOrder = filters.sort === 'usual';
  // in the usual order, the longest overdue customer is the first
  const overdueSince = isOverdueList && isUsualOrder ? list.items[0]?.overdueSince : undefined;
  const longestOverdueDays =
    overdueSince === undefined ? undefined : daysBetween(overdueSince, today);

  return (
    <ListPage
      title={t`Customers`}
      noun="customer"
      actions={<AsOfLink />}
      controls={{
        filterState,
        savesFilters: true,
        search: { label: t`Search customers`, placeholder: t`Name, phone, company, site` },
        filters: [
          {
            name: 'payment',
            icon: Wallet,
            label: t`Payment status`,
            chipLabel: t`Payment: ${translated(filters.payment)}`,
            options: choicesOf(paymentFilters),
          },
          dayRange(filters, change, today),
          ...(isPhone
            ? [
                {
                  name: 'sort' as const,
                  icon: ArrowDownUp,
                  label: t`Sort by`,
                  options: [
                    { value: 'usual', label: isOverdueList ? t`Longest overdue` : t`Newest` },
                    { value: 'to-collect', label: t`Most to collect` },
                  ],
                  isSortOrder: true,
                },
              ]
            : []),
        ],
      }}
      tabs={{
        name: 'stage',
        label: t`Stage`,
        tabs: stages.map((stage) => ({
          value: stage,
          label: translated(stage),
          count: list.first?.counts[stage],
        })),
      }}
      list={list}
      above={
        toCollect &&
        toCollect.paise > 0 &&
        !list.isPlaceholderData && (
          <p className="t3 mb-2 tabular-nums" title={toCollectText(toCollect, money)}>
            {isOverdueList ? (
              <>
                {t`${shortMoney(toCollect.overduePaise)} overdue`}
                <span className="label font-regular text-ink-2">
                  <span className="dot-sep" />
                  {overdueText(list.first?.counts[filters.stage] ?? 0, longestOverdueDays)}
                </span>
              </>
            ) : (
              toCollectText(toCollect, shortMoney)
            )}
          </p>
        )
      }
      empty={{
        noMatchTitle: customerFilters.isFiltered(filters, 'sort') && t`No customers match`,
        content: (
          <EmptyState
            title={t`No customers yet`}
            art="trace"
            action={<ButtonLink to="/leads">{t`Open leads`}</ButtonLink>}
          >
            {t`A lead becomes a customer when its status is changed to Converted.`}
          </EmptyState>
        ),
      }}
      rows={{
        keyOf: ({ customerId }) => customerId,
        card: (customer) => <CustomerCard customer={customer} isOverdueList={isOverdueList} />,
        cardClassName: 'card',
        columns: isOverdueList ? overdueColumns : customerColumns,
        sort: {
          key: isUsualOrder ? USUAL_SORT : filters.sort,
          defaultKey: USUAL_SORT,
          onSort: (key) => change({ sort: key === 'to-collect' ? key : 'usual' }),
        },
      }}
    />
  );
}
