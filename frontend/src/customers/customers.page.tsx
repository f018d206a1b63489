import { Wallet } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useHighlightedIds } from '../lib/live.js';
import { MenuChip, Search } from '../shared/filtering.js';
import { ListBody } from '../shared/list-body.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { useIsPhone } from '../ui/media.js';
import { SkeletonRows, EmptyState } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';
import { type CustomerFilters, customerFiltersIn, customerParamsOf, isNarrowed } from './customer-filters.js';
import { listenToCustomers, useCustomers } from './customer-queries.js';
import { CustomerCards, CustomerTable } from './customer-rows.js';
import { paymentStatuses, stages } from './labels.js';
import './customers.css';

listenToCustomers();

/** `/customers`: every customer of the organization, by stage and payment; live. */
export default function CustomersPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => customerFiltersIn(search), [search]);
  const change = (changes: Partial<CustomerFilters>): void =>
    setSearch(customerParamsOf({ ...filters, ...changes }), { replace: true, preventScrollReset: true });
  const phone = useIsPhone();
  const list = useCustomers(filters);
  const counts = list.data?.pages[0]?.counts;
  const customers = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  // a stage is counted; what is searched or filtered beyond it is not
  const total = isNarrowed(filters) ? undefined : counts?.[filters.stage];

  return (
    <>
      <TopBar title="Customers" />
      <Page>
        <Tools filters={filters} onChange={change} counts={isNarrowed(filters) ? undefined : counts} />
        <div id="customers-list" role="tabpanel" aria-label={`Customers, ${filters.stage}`} className="mt-3">
          <ListBody
            list={list}
            shown={customers.length}
            total={total}
            what="customer"
            skeleton={phone ? undefined : <SkeletonRows />}
            empty={<Nothing filters={filters} onClear={() => setSearch({})} />}
          >
            {() => <Rows customers={customers} />}
          </ListBody>
        </div>
      </Page>
    </>
  );
}

interface ToolsProps {
  filters: CustomerFilters;
  onChange: (changes: Partial<CustomerFilters>) => void;
  counts: Readonly<Record<string, number>> | undefined;
}

function Tools({ filters, onChange, counts }: ToolsProps): ReactNode {
  return (
    <div className="list-tools is-short customer-tools">
      <div className="row wrap">
        <Search label="Search customers" placeholder="Name, phone, city or site" q={filters.q} onSearch={(q) => onChange({ q })} />
        <MenuChip
          icon={Wallet}
          label="Payment status"
          words={`Payment: ${filters.payment}`}
          value={filters.payment}
          options={['All', ...paymentStatuses].map((value) => ({ value, label: value }))}
          onValue={(payment) => onChange({ payment: payment as CustomerFilters['payment'] })}
        />
      </div>
      <Tabs
        label="Stage"
        controls="customers-list"
        value={filters.stage}
        onValue={(stage) => onChange({ stage })}
        tabs={(['All', ...stages] as const).map((stage) => ({ value: stage, label: stage, count: counts?.[stage] }))}
      />
    </div>
  );
}

function Rows({ customers }: { customers: Parameters<typeof CustomerTable>[0]['customers'] }): ReactNode {
  const phone = useIsPhone();
  const marked = useHighlightedIds();
  const [held, setHeld] = useState(false);
  if (!phone) return <CustomerTable customers={customers} marked={marked} />;
  return (
    <div
      onPointerDown={() => setHeld(true)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onPointerLeave={() => setHeld(false)}
    >
      <CustomerCards customers={customers} marked={marked} held={held} />
    </div>
  );
}

function Nothing({ filters, onClear }: { filters: CustomerFilters; onClear: () => void }): ReactNode {
  if (isNarrowed(filters) || filters.stage !== 'All')
    return (
      <EmptyState title="No customers match" art="trace" action={<Button onClick={onClear}>Clear filters</Button>}>
        {nothingFor(filters)}
      </EmptyState>
    );
  return (
    <EmptyState title="No customers yet" art="trace" action={<ButtonLink to="/leads">Open leads</ButtonLink>}>
      A lead becomes a customer when its status is changed to Converted.
    </EmptyState>
  );
}

/** Names what was asked for. */
function nothingFor({ stage, payment, q }: CustomerFilters): string {
  const named = [stage !== 'All' && `stage ${stage}`, payment !== 'All' && `payment ${payment}`, q.trim() && `“${q.trim()}”`].filter(Boolean);
  return `Nobody with ${named.join(', ')}.`;
}
