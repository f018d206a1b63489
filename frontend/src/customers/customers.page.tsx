import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { customerStages, paymentStatuses } from '#domain/customers/customer.values.js';
import type { CustomerItem } from '#domain/customers/customer.views.js';
import { MenuChip, Search } from '../shared/filtering.js';
import { filterCodec, type FiltersOf, oneOf, searchParam, useListFilters } from '../shared/list-filters.js';
import { ListPage, NoMatch } from '../shared/list-page.js';
import { useListQuery } from '../shared/list-query.js';
import { ListRows } from '../shared/list-rows.js';
import { ButtonLink } from '../ui/button.js';
import { EmptyState } from '../ui/states.js';
import { listenToCustomers } from './customer-queries.js';
import { CustomerCard, customerColumns } from './customer-rows.js';

listenToCustomers();

const allStages = ['All', ...customerStages] as const;
const allPayments = ['All', ...paymentStatuses] as const;
const customerFilters = filterCodec({ stage: oneOf(allStages, 'All'), payment: oneOf(allPayments, 'All'), q: searchParam });
type CustomerFilters = FiltersOf<typeof customerFilters>;

const idOf = ({ customerId }: CustomerItem): string => customerId;

/** `/customers`: every customer of the organization, by stage and payment; live. */
export default function CustomersPage(): ReactNode {
  const { filters, change, clear } = useListFilters(customerFilters);
  const list = useListQuery('customers', customerFilters.params(filters), ['customer-list']);
  // a stage is counted; what is searched or filtered beyond it is not
  const counts = customerFilters.isFiltered(filters, 'stage') ? undefined : list.first?.counts;

  return (
    <ListPage
      title="Customers"
      what="customer"
      tools={
        <div className="row wrap">
          <Search label="Search customers" placeholder="Name, phone, city or site" q={filters.q} onSearch={(q) => change({ q })} />
          <MenuChip
            icon={Wallet}
            label="Payment status"
            words={`Payment: ${filters.payment}`}
            value={filters.payment}
            options={allPayments.map((value) => ({ value, label: value }))}
            onValue={(payment) => change({ payment: payment as CustomerFilters['payment'] })}
          />
        </div>
      }
      toolsClassName="is-short"
      tabs={{
        label: 'Stage',
        value: filters.stage,
        onValue: (stage) => change({ stage }),
        tabs: allStages.map((stage) => ({ value: stage, label: stage, count: counts?.[stage] })),
      }}
      list={list}
      total={counts?.[filters.stage]}
      empty={
        customerFilters.isFiltered(filters) ? (
          <NoMatch title="No customers match" onClear={clear}>
            {nothingFor(filters)}
          </NoMatch>
        ) : (
          <EmptyState title="No customers yet" art="trace" action={<ButtonLink to="/leads">Open leads</ButtonLink>}>
            A lead becomes a customer when its status is changed to Converted.
          </EmptyState>
        )
      }
    >
      {() => (
        <ListRows
          label="Customers"
          items={list.items}
          keyOf={idOf}
          card={(customer) => <CustomerCard customer={customer} />}
          cardClassName="card"
          columns={customerColumns}
        />
      )}
    </ListPage>
  );
}

/** Names what was asked for. */
function nothingFor({ stage, payment, q }: CustomerFilters): string {
  const named = [stage !== 'All' && `stage ${stage}`, payment !== 'All' && `payment ${payment}`, q && `“${q}”`].filter(Boolean);
  return `Nobody with ${named.join(', ')}.`;
}
