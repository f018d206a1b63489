import { Eye, Pencil } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { CustomerItem } from '#domain/customers/customer.views.js';
import { PlaceLine, ContactActions } from '../shared/contact-actions.js';
import { Badge } from '../ui/badge.js';
import { IconLink } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { phoneText } from '../ui/format.js';
import { AnimatedList, useFlip } from '../ui/live.js';
import { PaidBar, PaidOf, PaymentBadge } from './payment-badge.js';

interface RowsProps {
  customers: readonly CustomerItem[];
  marked: ReadonlySet<string>;
}

const reached = ({ name, phone }: CustomerItem) => ({ name, phone, firstName: name.split(' ')[0] ?? name });

/** With room: a line a customer. */
export function CustomerTable({ customers, marked }: RowsProps): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  useFlip(
    body,
    customers.map(({ customerId }) => customerId),
  );
  return (
    <div className="card list-table customer-table">
      <table>
        <caption className="vh">Customers</caption>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col" className="c-contact">
              Contact Actions
            </th>
            <th scope="col" className="c-progress">
              Progress
            </th>
            <th scope="col" className="c-payment">
              Payment
            </th>
            <th scope="col" className="c-stage">
              Stage
            </th>
            <th scope="col" className="c-actions r">
              Actions
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {customers.map((customer) => (
            <Line key={customer.customerId} customer={customer} marked={marked.has(customer.customerId)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Drawn once: a further page draws its own rows, however many stand above it. */
const Line = memo(function Line({ customer, marked }: { customer: CustomerItem; marked: boolean }): ReactNode {
  const { customerId, name, phone, stage, paymentStatus, progressPercent } = customer;
  return (
    <tr data-key={customerId} className={classes(marked && 'is-highlighted')}>
      <td>
        <Link to={`/customers/${customerId}`} className="rowlink">
          <span className="medium trunc block" title={name}>
            {name}
          </span>
          <PlaceLine of={customer} className="meta block" />
        </Link>
      </td>
      <td className="c-contact">
        <span className="row above gap-1">
          <ContactActions person={reached(customer)} />
          <span className="meta num customer-number">{phoneText(phone)}</span>
        </span>
      </td>
      <td>
        <Progressed percent={progressPercent} />
      </td>
      <td>
        <PaymentBadge status={paymentStatus} />
        <span className="meta block mt-1">
          <PaidOf {...customer} />
        </span>
      </td>
      <td>
        <Badge>{stage}</Badge>
      </td>
      <td className="r">
        <span className="row above justify-end gap-0">
          <IconLink icon={Eye} label={`View ${name}`} to={`/customers/${customerId}`} />
          <IconLink icon={Pencil} label={`Edit ${name}`} to={`/customers/${customerId}/edit`} />
        </span>
      </td>
    </tr>
  );
});

function Progressed({ percent }: { percent: number }): ReactNode {
  return (
    <span className="row gap-3">
      <span className="progress grow" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="num label w-10 text-right">{percent}%</span>
    </span>
  );
}

/** The same on the phone: name and what was paid, place, badges, how far it is. */
export function CustomerCards({ customers, marked, held }: RowsProps & { held: boolean }): ReactNode {
  return (
    <AnimatedList
      items={customers}
      keyOf={({ customerId }) => customerId}
      highlighted={marked}
      hold={held}
      className="customer-cards"
      itemClassName="card"
      aria-label="Customers"
    >
      {(customer) => (
        <>
          <Link to={`/customers/${customer.customerId}`} className="block p-4 pb-1">
            <span className="t3 clamp2">{customer.name}</span>
            <PlaceLine of={customer} className="meta block" />
            <span className="row wrap mt-2 gap-1.5">
              <Badge>{customer.stage}</Badge>
              <PaymentBadge status={customer.paymentStatus} />
            </span>
            <span className="meta mt-2.5 mb-1.5 block">
              <PaidOf {...customer} /> paid
            </span>
            <PaidBar {...customer} />
          </Link>
          <div className="card-foot">
            <span className="meta grow">{customer.progressPercent}% of the work done</span>
            <ContactActions person={reached(customer)} />
          </div>
        </>
      )}
    </AnimatedList>
  );
}
