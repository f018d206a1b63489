import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BillItem } from '#domain/bills/bill.views.js';
import type { CustomerItem } from '#domain/customers/customer.views.js';
import type { List } from '#domain/kernel/views.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { billStatuses } from '#domain/bills/bill.values.js';
import { get } from '../lib/server/api.js';
import { queryClient } from '../lib/query-client.js';
import { LoadMore } from '../kit/lists/load-more.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import type { Noun } from '../kit/texts/nouns.js';
import { Badge } from '../ui/display/badge.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card, InlineList, Row } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import type { AsOf } from './as-of.js';

interface PastListProps<Item> {
  title: string;
  noun: Noun;
  asOf: AsOf;
  fetchPage: (after?: string, signal?: AbortSignal) => Promise<List<Item>>;
  row: (item: Item) => ReactNode;
}

/** List of the past, in pages. The device stores none of it. */
function PastList<Item>({ title, noun, asOf, fetchPage, row }: PastListProps<Item>): ReactNode {
  const queryKey = ['as-of', noun, title, asOf.asOf, asOf.clock];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage(undefined, signal),
    staleTime: Infinity,
  });
  const more = useMutation({
    mutationFn: async (known: List<Item>) => {
      const page = await fetchPage(known.next);
      queryClient.setQueryData(queryKey, { ...page, items: [...known.items, ...page.items] });
    },
  });
  return (
    <Card title={title}>
      <QueryStates
        inCard
        query={query}
        failed={t`Failed to load the past`}
        label={t`Loading the past`}
        skeleton={<SkeletonRows count={5} />}
      >
        {(list) => {
          const { items } = list;
          if (items.length === 0)
            return <EmptyState level={3} title={t`There was nothing on that day.`} />;
          return (
            <>
              <ul className="rows" aria-label={title}>
                {items.map(row)}
              </ul>
              <LoadMore
                list={{
                  hasNextPage: list.hasMore,
                  isFetchingNextPage: more.isPending,
                  fetchNextPage: () => !more.isPending && more.mutate(list),
                }}
                shown={items.length}
                total={undefined}
                noun={noun}
              />
            </>
          );
        }}
      </QueryStates>
    </Card>
  );
}

export const PastLeads = ({ asOf }: { asOf: AsOf }): ReactNode => (
  <PastList<LeadItem>
    title={t`Leads`}
    noun="lead"
    asOf={asOf}
    fetchPage={(after, signal) => get('/api/leads', { ...asOf, after }, { signal })}
    row={({ leadId, name, city, assignedTo, quotedPaise, status }) => (
      <Row
        key={leadId}
        to={`/leads/${leadId}/history`}
        title={name}
        meta={<InlineList items={[city, assignedTo.name]} />}
        end={
          <>
            {quotedPaise > 0 && <Money paise={quotedPaise} className="label font-strong" />}
            <StatusBadge status={status} />
          </>
        }
      />
    )}
  />
);

export const PastCustomers = ({ asOf }: { asOf: AsOf }): ReactNode => (
  <PastList<CustomerItem>
    title={t`Customers`}
    noun="customer"
    asOf={asOf}
    fetchPage={(after, signal) => get('/api/customers', { ...asOf, after }, { signal })}
    row={({ customerId, name, city, stage, paidPaise, paymentStatus }) => (
      <Row
        key={customerId}
        to={`/customers/${customerId}/history`}
        title={name}
        meta={<InlineList items={[city, translated(stage)]} />}
        end={
          <>
            <Money paise={paidPaise} className="label font-strong" />
            <Badge tone={`pay-${paymentTones[paymentStatus]}`}>{translated(paymentStatus)}</Badge>
          </>
        }
      />
    )}
  />
);
const paymentTones = {
  Paid: 'paid',
  Partial: 'partial',
  Pending: 'pending',
  Overdue: 'overdue',
} as const;

/** Bills of that day, by status. */
export const PastBills = ({ asOf }: { asOf: AsOf }): ReactNode =>
  billStatuses.map((status) => <PastBillsOf key={status} asOf={asOf} status={status} />);

function PastBillsOf({ asOf, status }: { asOf: AsOf; status: BillItem['status'] }): ReactNode {
  const today = useToday();
  return (
    <PastList<BillItem>
      title={translated(status)}
      noun="bill"
      asOf={asOf}
      fetchPage={(after, signal) => get('/api/bills', { ...asOf, status, after }, { signal })}
      row={({ billId, type, submittedBy, spentOn, amountPaise }) => (
        <Row
          key={billId}
          to={`/bills/${billId}/history`}
          title={translated(type)}
          meta={<InlineList items={[submittedBy.name, dayText(spentOn, today)]} />}
          end={<Money paise={amountPaise} className="label font-strong" />}
        />
      )}
    />
  );
}
