import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { customerStages } from '#domain/customers/customer.values.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { useIsHighlighted } from '../lib/live.js';
import { callLink, mapLink } from '../shared/contact.js';
import { useCommand } from '../shared/use-command.js';
import { ContactActions } from '../shared/contact-actions.js';
import { Staleness } from '../shared/staleness.js';
import { Banner } from '../ui/banner.js';
import { IconLink } from '../ui/button.js';
import { ChipGroup } from '../ui/choice.js';
import { classes } from '../ui/classes.js';
import { FieldError } from '../ui/field.js';
import { useToday, useZone } from '../ui/figures.js';
import { counted, dayIn, dayText, phoneText } from '../ui/format.js';
import { Page, TopBar } from '../ui/frame.js';
import { CardHead } from '../ui/surface.js';
import { CustomerInvoices } from './customer-invoices.js';
import { FinancialOverview, RecentPayments } from './customer-money.js';
import { CustomerProjects } from './customer-projects.js';
import { listenToCustomers } from './customer-queries.js';
import { OpenedCustomer } from './opened-customer.js';
import { PaymentBadge } from './payment-badge.js';

listenToCustomers();

/** `/customers/{id}`: what was sold, what was paid, how far the work is. */
export default function CustomerPage(): ReactNode {
  const { customerId = '' } = useParams();
  return (
    <OpenedCustomer key={customerId} customerId={customerId}>
      {(customer, stale) => <Customer customer={customer} stale={stale} />}
    </OpenedCustomer>
  );
}

function Customer({ customer, stale }: { customer: CustomerDetail; stale: { failed: boolean; at: number } }): ReactNode {
  const live = useIsHighlighted(customer.customerId);
  return (
    <>
      <TopBar
        back={{ to: '/customers', label: 'Back to customers' }}
        title={customer.name}
        sub={
          <>
            <span className={classes('flex', live && 'is-highlighted')}>
              <PaymentBadge status={customer.paymentStatus} />
            </span>
            <span className="meta trunc">{[customer.stage, customer.city].join(', ')}</span>
          </>
        }
        actions={
          <>
            <ContactActions person={customer} />
            <IconLink icon={Pencil} label="Edit customer" to={`/customers/${customer.customerId}/edit`} />
          </>
        }
      />
      <Page className="pt-2">
        {customer.trouble && (
          <Banner tone="warning" inset>
            {customer.trouble}
          </Banner>
        )}
        <Staleness what="customer" failed={stale.failed} at={stale.at} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-4">
          <div className="stack min-w-0 gap-3">
            <FinancialOverview customer={customer} />
            <CustomerProjects customer={customer} />
            <CustomerInvoices customer={customer} />
          </div>
          <div className="stack min-w-0 gap-3">
            <Stage customer={customer} />
            <Contact customer={customer} />
            <QuickStats customer={customer} />
            <RecentPayments customer={customer} />
          </div>
        </div>
      </Page>
    </>
  );
}

/** Any stage from any other. */
function Stage({ customer: { customerId, stage } }: { customer: CustomerDetail }): ReactNode {
  const { send, busy, disabled, message } = useCommand('ChangeStage', { failed: 'Failed to update stage' });
  return (
    <section className="card" aria-labelledby="customer-stage">
      <CardHead title="Update Stage" id="customer-stage" />
      <div className="card-b pt-2.5 stack gap-2">
        <ChipGroup
          label={<span className="vh">Stage</span>}
          name="stage"
          className="[&_.chip]:justify-center [&_.chips]:grid [&_.chips]:grid-cols-2"
          value={stage}
          disabled={disabled || busy}
          options={customerStages.map((value) => ({ value, label: value }))}
          onValue={(value) => send({ customerId, stage: value })}
        />
        {disabled && <p className="meta">No network. A stage is changed when it is back.</p>}
        {message && <FieldError>{message}</FieldError>}
      </div>
    </section>
  );
}

function Contact({ customer }: { customer: CustomerDetail }): ReactNode {
  const { phone, city, landmark, siteName, leadId } = customer;
  const where = [landmark, city].filter(Boolean).join(', ');
  return (
    <section className="card" aria-labelledby="customer-contact">
      <CardHead title="Contact Information" id="customer-contact" />
      <div className="card-b pt-3">
        <dl className="kv">
          <dt>Phone</dt>
          <dd className="num">
            <a className="link" href={callLink(phone)}>
              {phoneText(phone)}
            </a>
          </dd>
          <dt>Site name</dt>
          <dd>{siteName ?? 'None'}</dd>
          <dt>Location</dt>
          <dd>
            <a className="link" href={mapLink({ landmark, city })} target="_blank" rel="noreferrer">
              {where}
            </a>
          </dd>
          <dt>Lead</dt>
          <dd>
            <Link className="link" to={`/leads/${leadId}`}>
              Open lead
            </Link>
          </dd>
        </dl>
      </div>
    </section>
  );
}

function QuickStats({ customer }: { customer: CustomerDetail }): ReactNode {
  const today = useToday();
  const zone = useZone();
  const { daysSinceStart, convertedAt, progressPercent, projects, payments, invoices } = customer;
  return (
    <section className="card" aria-labelledby="customer-stats">
      <CardHead title="Quick Stats" id="customer-stats" />
      <div className="card-b pt-3">
        <dl className="kv">
          <dt>Days since start</dt>
          <dd className="num">{daysSinceStart}</dd>
          <dt>Customer since</dt>
          <dd className="num">{dayText(dayIn(zone, new Date(convertedAt)), today)}</dd>
          <dt>Progress</dt>
          <dd className="num">{projects.length === 0 ? 'No project yet' : `${progressPercent}%, ${counted(projects.length, 'project')}`}</dd>
          <dt>Payments</dt>
          <dd className="num">{payments.length === 0 ? 'None' : payments.length}</dd>
          <dt>Invoices</dt>
          <dd className="num">{invoices.length === 0 ? 'None' : invoices.length}</dd>
        </dl>
      </div>
    </section>
  );
}
