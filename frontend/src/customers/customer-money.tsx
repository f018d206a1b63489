import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { choicesOf, translated } from '../words/i18n.js';
import { PaidBar, PaymentBadge } from './payment-badge.js';

const PaymentDialog = lazy(() => import('./payment-dialog.js'));

/** What it is worth, what was paid, what is left. */
export function FinancialOverview({ customer }: { customer: CustomerDetail }): ReactNode {
  const [adding, setAdding] = useState(false);
  const { paidPaise, projectValuePaise, valueGiven, customerId } = customer;
  const left = Math.max(0, projectValuePaise - paidPaise);
  const share = projectValuePaise === 0 ? 0 : Math.round((paidPaise / projectValuePaise) * 100);
  const figures = [
    [t`Total project value`, projectValuePaise],
    [t`Total paid`, paidPaise],
    [t`Pending amount`, left],
  ] as const;
  return (
    <section className="card" aria-labelledby="customer-money">
      <CardHead title={t`Financial Overview`} id="customer-money">
        <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
          <Trans>Add Payment</Trans>
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
        <div role="img" aria-label={t`${money(paidPaise)} of ${money(projectValuePaise)} paid, ${share}%`}>
          <PaidBar {...customer} className="h-3" />
        </div>
        {!valueGiven && (
          <p className="label text-ink-2">
            <Trans>
              Nobody has said what the project is worth, so it is what was paid.{' '}
              <Link className="link" to={`/customers/${customerId}/edit`}>
                Enter its value
              </Link>
            </Trans>
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
  const { send, busy, disabled, message } = useCommand('OverridePaymentStatus', { failed: t`Failed to update payment status` });
  const choose = (value: string): void => send({ customerId, status: value === derived ? undefined : (value as PaymentStatus) });
  return (
    <>
      <div className="row wrap between">
        <span className="row wrap label">
          <span className="text-ink-2">
            <Trans>Payment status</Trans>
          </span>
          <PaymentBadge status={paymentStatus} />
          {overridden && (
            <span className="meta">
              <Trans>Set by hand</Trans>
            </span>
          )}
        </span>
        {may('OverridePaymentStatus') && (
          <Menu
            trigger={
              <Button kind="ghost" icon={SlidersHorizontal} busy={busy} disabled={disabled} className="-mx-3">
                <Trans>Override status</Trans>
              </Button>
            }
            entries={[
              {
                kind: 'choice',
                label: t`Payment status`,
                value: overridden ?? derived,
                options: [{ value: derived, label: t`As payments say` }, ...choicesOf(paymentStatuses)],
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
      <CardHead title={t`Recent Payments`} id="customer-payments" />
      {payments.length === 0 && (
        <p className="card-b pt-1.5 label text-ink-2">
          <Trans>No payments yet.</Trans>
        </p>
      )}
      <FirstFew items={payments} what="payment">
        {(shown) => (
          <ul className="rows pb-2">
            {shown.map(({ paymentId, amountPaise, paidOn, method, reference, notes, by }) => (
              <li key={paymentId} className="list-row">
                <span className="grow">
                  <span className="label font-medium num block">{dayText(paidOn, today)}</span>
                  <span className="meta block wrap-anywhere">{[translated(method), reference, by.name].filter(Boolean).join(', ')}</span>
                  {notes && <span className="meta line-clamp-2 min-w-0 wrap-anywhere whitespace-pre-line">{notes}</span>}
                </span>
                <Money paise={amountPaise} className="label font-strong" />
              </li>
            ))}
          </ul>
        )}
      </FirstFew>
    </section>
  );
}
