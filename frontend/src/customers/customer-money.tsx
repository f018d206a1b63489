import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, Plus, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type InvoiceStatus,
  invoiceStatuses,
  type PaymentStatus,
  paymentStatuses,
} from '#domain/customers/customer.values.js';
import { isOverdue, overduePaise, paiseToCollect } from '#domain/customers/to-collect.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { personName } from '../kit/team/person-name.js';
import { usePermissions } from '../lib/account/session.js';
import { ExpandableCardRows } from '../kit/lists/expandable-items.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { useIsPast } from '../kit/records/past-day.js';
import { useCommand } from '../kit/commands/use-command.js';
import { lazyPart } from '../ui/loading/code.js';
import { Badge } from '../ui/display/badge.js';
import { Button } from '../ui/buttons/button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { FieldError } from '../ui/inputs/field.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText, money } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { Link } from '../ui/buttons/link.js';
import { Menu } from '../ui/overlays/menu.js';
import { Card } from '../ui/layout/surface.js';
import type { Tone } from '../ui/tone.js';
import { choicesOf, translated } from '../words/i18n.js';
import type { CustomerProps } from './opened-customer.js';
import { PaidBar, PaidOfTotal, PaymentBadge } from './payment-badge.js';

const PaymentDialog = lazyPart(async () => ({
  default: (await import('./money-dialogs.js')).PaymentDialog,
}));
const InvoiceDialog = lazyPart(async () => ({
  default: (await import('./money-dialogs.js')).InvoiceDialog,
}));

/** Project value, paid amount and balance. */
export function FinancialOverview({ customer }: CustomerProps): ReactNode {
  const isPast = useIsPast();
  const amountOverdue = overduePaise(customer, useToday());
  const { paidPaise, projectValuePaise, valueGiven, customerId } = customer;
  const share = projectValuePaise === 0 ? 0 : Math.round((paidPaise / projectValuePaise) * 100);
  const amountOpen = paiseToCollect(customer);
  return (
    <Card
      title={t`Financial Overview`}
      headerEnd={
        <HideOnPastDays>
          <DialogButton
            kind={amountOpen > 0 ? 'plain' : 'primary'}
            icon={Plus}
            dialog={(state) => <PaymentDialog customer={customer} {...state} />}
          >
            {t`Add Payment`}
          </DialogButton>
        </HideOnPastDays>
      }
      bodyClassName="stack gap-3 pt-2"
    >
      <dl>
        <dt className="label text-ink-2">{amountOpen > 0 ? t`To collect` : t`Total paid`}</dt>
        <dd className="row wrap items-baseline gap-x-3 gap-y-0">
          <Money paise={amountOpen || paidPaise} className="text-title-1 font-strong" />
          {amountOverdue > 0 && !isPast && (
            <span className="label font-medium text-warning-ink">
              {amountOverdue === amountOpen ? t`Overdue` : t`${money(amountOverdue)} of it overdue`}
            </span>
          )}
        </dd>
      </dl>
      <div
        role="img"
        aria-label={t`${money(paidPaise)} of ${money(projectValuePaise)} paid, ${share}%`}
      >
        <PaidBar {...customer} className="h-3" />
        <span
          className="meta mt-1.5 flex flex-wrap justify-between gap-x-3 md:text-label"
          aria-hidden="true"
        >
          <span className="text-ink">
            <Trans>
              <PaidOfTotal {...customer} /> paid
            </Trans>
          </span>
          <span className="num">{share}%</span>
        </span>
      </div>
      {!valueGiven && (
        <p className="label text-ink-2">
          {isPast ? (
            t`Nobody has said what the project is worth, so it is what was paid.`
          ) : (
            <Trans>
              Nobody has said what the project is worth, so it is what was paid.{' '}
              <Link className="link" to={`/customers/${customerId}/edit`}>
                Enter its value
              </Link>
            </Trans>
          )}
        </p>
      )}
      <PaymentStatusLine customer={customer} />
    </Card>
  );
}

const DERIVED_STATUS = 'derived';

/** Payment status, derived from payments unless admin or finance set it. */
function PaymentStatusLine({
  customer: { customerId, paymentStatus, overridden },
}: CustomerProps): ReactNode {
  const may = usePermissions();
  const isPast = useIsPast();
  const { send, busy, disabled, message } = useCommand('OverridePaymentStatus', {
    failed: t`Failed to update payment status`,
  });
  const choose = (value: string): void =>
    send({ customerId, status: value === DERIVED_STATUS ? undefined : (value as PaymentStatus) });
  const options = [
    { value: DERIVED_STATUS, label: t`As payments say` },
    ...choicesOf(paymentStatuses),
  ];
  const mayOverride = may('OverridePaymentStatus') && !isPast;
  if (!mayOverride && !overridden && !isPast) return null;
  return (
    <>
      <div className="row wrap between">
        <span className="row wrap label">
          <span className="text-ink-2">{t`Payment status`}</span>
          {/* today's badge stands in the head of the page */}
          {isPast && <PaymentBadge status={paymentStatus} />}
          {overridden && <span>{t`Set by hand`}</span>}
        </span>
        {mayOverride && (
          <Menu
            trigger={
              <Button
                kind="ghost"
                icon={SlidersHorizontal}
                busy={busy}
                disabled={disabled}
                className="-mx-3"
              >
                {t`Set by hand`}
              </Button>
            }
            entries={[
              {
                kind: 'choice',
                label: t`Payment status`,
                value: overridden ?? DERIVED_STATUS,
                options,
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

export function RecentPayments({ customer: { payments } }: CustomerProps): ReactNode {
  const today = useToday();
  return (
    <Card title={t`Recent Payments`}>
      <ExpandableCardRows items={payments} noun="payment" emptyText={t`No payments yet.`}>
        {({ paymentId, amountPaise, paidOn, method, reference, notes, by }) => (
          <li key={paymentId} className="list-row">
            <span className="grow">
              <span className="label font-medium num block">{dayText(paidOn, today)}</span>
              <span className="meta block wrap-anywhere">
                {[translated(method), reference, personName(by)].filter(Boolean).join(', ')}
              </span>
              {notes && (
                <span className="meta line-clamp-2 min-w-0 wrap-anywhere whitespace-pre-line">
                  {notes}
                </span>
              )}
            </span>
            <Money paise={amountPaise} className="label font-strong" />
          </li>
        )}
      </ExpandableCardRows>
    </Card>
  );
}

/** Invoices of a customer, newest first. */
export function CustomerInvoices({ customer }: CustomerProps): ReactNode {
  return (
    <Card
      title={t`Recent Invoices`}
      headerEnd={
        <HideOnPastDays>
          <DialogButton
            icon={Plus}
            dialog={(state) => <InvoiceDialog customer={customer} {...state} />}
          >
            {t`Add Invoice`}
          </DialogButton>
        </HideOnPastDays>
      }
    >
      <ExpandableCardRows items={customer.invoices} noun="invoice" emptyText={t`No invoices yet.`}>
        {(invoice) => (
          <InvoiceLine key={invoice.invoiceId} customerId={customer.customerId} invoice={invoice} />
        )}
      </ExpandableCardRows>
    </Card>
  );
}

const invoiceTones: Readonly<Record<InvoiceStatus, Tone>> = {
  Draft: 'neutral',
  Sent: 'quote-sent',
  Paid: 'pay-paid',
  Cancelled: 'neutral',
};

function InvoiceLine({
  customerId,
  invoice,
}: {
  customerId: string;
  invoice: CustomerDetail['invoices'][number];
}): ReactNode {
  const today = useToday();
  const isPast = useIsPast();
  const { send, busy, disabled, message } = useCommand('ChangeInvoiceStatus', {
    failed: t`Failed to update invoice`,
  });
  const { invoiceId, number, issuedOn, dueOn, amountPaise, status, by } = invoice;
  const choose = (value: string): void =>
    send({ customerId, invoiceId, status: value as InvoiceStatus });
  return (
    <li className="list-row wrap">
      <span className="min-w-0 flex-[1_1_6.5rem]">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{number}</span>
        <span className="meta block">
          <span>{dayText(issuedOn, today)}</span>
          {dueOn && <span>, {t`due ${dayText(dueOn, today)}`}</span>}
          {isOverdue(invoice, today) && <span className="text-warning-ink">, {t`overdue`}</span>}
        </span>
        <span className="meta block wrap-anywhere">{personName(by)}</span>
      </span>
      <span className="row ml-auto">
        <Money paise={amountPaise} className="label font-strong" />
        {isPast ? (
          <Badge tone={invoiceTones[status]}>{translated(status)}</Badge>
        ) : (
          <Menu
            trigger={
              <button
                type="button"
                // equal width, so that the amounts are aligned
                className="grid min-h-tap min-w-18 items-center justify-items-end rounded-card"
                aria-label={t`Invoice ${number}: ${translated(status)}, change`}
                disabled={disabled || busy}
              >
                <Badge tone={invoiceTones[status]}>
                  {translated(status)}
                  <Icon icon={ChevronDown} size="s" />
                </Badge>
              </button>
            }
            entries={[
              {
                kind: 'choice',
                label: t`Invoice status`,
                value: status,
                options: choicesOf(invoiceStatuses),
                onValue: choose,
              },
            ]}
          />
        )}
      </span>
      {message && <FieldError>{message}</FieldError>}
    </li>
  );
}
