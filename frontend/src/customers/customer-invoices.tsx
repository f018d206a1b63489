import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, Plus } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { type InvoiceStatus, invoiceStatuses } from '#domain/customers/customer.values.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { FirstFew } from '../shared/first-few.js';
import { useCommand } from '../shared/use-command.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { FieldError } from '../ui/field.js';
import { Money, useToday } from '../ui/figures.js';
import { dayText } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { CardHead } from '../ui/surface.js';
import { choicesOf, translated } from '../words/i18n.js';
import { invoiceTones } from './labels.js';

const InvoiceDialog = lazy(() => import('./invoice-dialog.js'));
type Invoice = CustomerDetail['invoices'][number];

/** What was asked for, the newest first. */
export function CustomerInvoices({ customer }: { customer: CustomerDetail }): ReactNode {
  const [adding, setAdding] = useState(false);
  const { invoices, customerId } = customer;
  return (
    <section className="card" aria-labelledby="customer-invoices">
      <CardHead title={t`Recent Invoices`} id="customer-invoices">
        <Button icon={Plus} onClick={() => setAdding(true)}>
          <Trans>Add Invoice</Trans>
        </Button>
      </CardHead>
      {invoices.length === 0 && (
        <p className="card-b pt-1.5 label text-ink-2">
          <Trans>No invoices yet.</Trans>
        </p>
      )}
      <FirstFew items={invoices} what="invoice">
        {(shown) => (
          <ul className="rows pb-2">
            {shown.map((invoice) => (
              <Line key={invoice.invoiceId} customerId={customerId} invoice={invoice} />
            ))}
          </ul>
        )}
      </FirstFew>
      <LazyMount when={adding}>
        <InvoiceDialog customer={customer} open={adding} onClose={() => setAdding(false)} />
      </LazyMount>
    </section>
  );
}

function Line({ customerId, invoice }: { customerId: string; invoice: Invoice }): ReactNode {
  const today = useToday();
  const { send, busy, disabled, message } = useCommand('ChangeInvoiceStatus', { failed: t`Failed to update invoice` });
  const { invoiceId, number, issuedOn, dueOn, amountPaise, status } = invoice;
  const isOverdue = status === 'Sent' && dueOn !== undefined && dueOn < today;
  return (
    <li className="list-row wrap">
      <span className="min-w-0 flex-[1_1_6.5rem]">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{number}</span>
        <span className="meta block">
          {dayText(issuedOn, today)}
          {dueOn && `, ${t`due ${dayText(dueOn, today)}`}`}
          {isOverdue && (
            <span className="text-warning-ink">
              , <Trans>overdue</Trans>
            </span>
          )}
        </span>
      </span>
      <span className="row ml-auto">
        <Money paise={amountPaise} className="label font-strong" />
        <Menu
          trigger={
            <button
              type="button"
              // the common words are equally wide, so that the amounts beside them stand under each other
              className="grid min-h-tap min-w-18 items-center justify-items-end rounded-card"
              aria-label={t`Invoice ${number}: ${translated(status)}, change`}
              disabled={disabled || busy}
            >
              <Badge tone={invoiceTones[status]}>
                {translated(status)}
                <Icon of={ChevronDown} size="s" />
              </Badge>
            </button>
          }
          entries={[
            {
              kind: 'choice',
              label: t`Invoice status`,
              value: status,
              options: choicesOf(invoiceStatuses),
              onValue: (value) => send({ customerId, invoiceId, status: value as InvoiceStatus }),
            },
          ]}
        />
      </span>
      {message && <FieldError>{message}</FieldError>}
    </li>
  );
}
