import { Plus, SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { type PaymentStatus, paymentStatuses } from '#domain/customers/customer.values.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { useMay } from '../lib/session.js';
import { FirstFew } from '../shared/first-few.js';
import { useCommand } from '../shared/use-command.js';
import { Button } from '../ui/button.js';
import { FieldError } from '../ui/field.js';
import { Money, useToday } from '../ui/figures.js';
import { dayText, money } from '../ui/format.js';
import { Menu } from '../ui/menu.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { CardHead } from '../ui/surface.js';
import { PaidBar, PaymentBadge } from './payment-badge.js';

const PaymentDialog = lazy(() => import('./payment-dialog.js'));

/** What it is worth, what was paid, what is left. */
export function FinancialOverview({ customer }: { customer: CustomerDetail }): ReactNode {
  const [adding, setAdding] = useState(false);
  const { paidPaise, projectValuePaise, valueGiven, customerId } = customer;
  const left = Math.max(0, projectValuePaise - paidPaise);
  const share = projectValuePaise === 0 ? 0 : Math.round((paidPaise / projectValuePaise) * 100);
  const figures = [
    ['Total project value', projectValuePaise],
    ['Total paid', paidPaise],
    ['Pending amount', left],
  ] as const;
  return (
    <section className="card" aria-labelledby="customer-money">
      <CardHead title="Financial Overview" id="customer-money">
        <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
          Add Payment
        </Button>
      </CardHead>
      <div className="card-b stack gap-3 pt-3">
        {/* on the phone a line a figure, so that they can be compared; with room beside each other */}
        <dl className="grid gap-x-3 gap-y-1.5 md:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
          {figures.map(([label, paise]) => (
            <div key={label} className="flex items-baseline justify-between gap-3 md:block">
              <dt className="meta">{label}</dt>
              <dd className="text-[1.125rem] leading-6 font-strong whitespace-nowrap">
                <Money paise={paise} />
              </dd>
            </div>
          ))}
        </dl>
        <div role="img" aria-label={`${money(paidPaise)} of ${money(projectValuePaise)} paid, ${share}%`}>
          <PaidBar {...customer} className="h-3" />
        </div>
        {!valueGiven && (
          <p className="label muted">
            Nobody has said what the project is worth, so it is what was paid.{' '}
            <Link className="link" to={`/customers/${customerId}/edit`}>
              Enter its value
            </Link>
          </p>
        )}
        <Status customer={customer} />
      </div>
      <LazyMount when={adding}>
        <PaymentDialog customer={customer} open={adding} onClose={() => setAdding(false)} />
      </LazyMount>
    </section>
  );
}

const derived = 'derived';

/** Derived from payments and invoices, until an admin or finance says otherwise. */
function Status({ customer: { customerId, paymentStatus, overridden } }: { customer: CustomerDetail }): ReactNode {
  const may = useMay();
  const { send, busy, disabled, message } = useCommand('OverridePaymentStatus', { failed: 'Failed to update payment status' });
  const choose = (value: string): void => send({ customerId, status: value === derived ? undefined : (value as PaymentStatus) });
  return (
    <>
      <div className="row wrap between">
        <span className="row wrap label">
          <span className="muted">Payment status</span>
          <PaymentBadge status={paymentStatus} />
          {overridden && <span className="meta">Set by hand</span>}
        </span>
        {may('OverridePaymentStatus') && (
          <Menu
            trigger={
              <Button kind="ghost" icon={SlidersHorizontal} busy={busy} disabled={disabled} className="-mx-3">
                Override status
              </Button>
            }
            entries={[
              {
                kind: 'choice',
                label: 'Payment status',
                value: overridden ?? derived,
                options: [{ value: derived, label: 'As payments say' }, ...paymentStatuses.map((value) => ({ value, label: value }))],
                onValue: choose,
              },
            ]}
          />
        )}
      </div>
      {message && <FieldError>{message}</FieldError>}
    </>
  );
}

export function RecentPayments({ customer: { payments } }: { customer: CustomerDetail }): ReactNode {
  const today = useToday();
  return (
    <section className="card" aria-labelledby="customer-payments">
      <CardHead title="Recent Payments" id="customer-payments" />
      {payments.length === 0 && <p className="card-b pt-1.5 label muted">No payments yet.</p>}
      <FirstFew items={payments} what="payments">
        {(shown) => (
          <ul className="rows pb-2">
            {shown.map(({ paymentId, amountPaise, paidOn, method, reference, notes, by }) => (
              <li key={paymentId} className="list-row">
                <span className="grow">
                  <span className="label medium num block">{dayText(paidOn, today)}</span>
                  <span className="meta block wrap-anywhere">{[method, reference, by.name].filter(Boolean).join(', ')}</span>
                  {notes && <span className="meta clamp2 whitespace-pre-line">{notes}</span>}
                </span>
                <Money paise={amountPaise} className="label strong" />
              </li>
            ))}
          </ul>
        )}
      </FirstFew>
    </section>
  );
}
