import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type InvoiceStatus, invoiceStatuses } from '#domain/customers/customer.values.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { noPayment, PaymentFields } from '../kit/forms/payment-fields.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { useToday } from '../ui/display/figures.js';
import { DateField } from '../ui/dates/date-field.js';
import { MoneyField, Select, TextArea } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { choicesOf } from '../words/i18n.js';
import type { CustomerProps } from './opened-customer.js';

type MoneyDialogProps = DialogState & CustomerProps;

/** Records a payment. */
export function PaymentDialog({
  customer: { customerId, name },
  open,
  onClose,
}: MoneyDialogProps): ReactNode {
  const today = useToday();
  const form = useCommandForm('RecordPayment', {
    draft: `payment-${customerId}`,
    datedFields: ['paidOn'],
    newIdField: 'paymentId',
    untypedFields: { customerId },
    values: { ...noPayment(today), amountPaise: '', notes: '' },
    failed: t`Failed to add payment`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Add Payment`}
      description={name}
    >
      <PaymentFields form={form} amount="amountPaise" label={t`Amount`} />
      <FormField form={form} name="notes" as={TextArea} rows={2} />
    </CommandDialog>
  );
}

/** Records an invoice that was written elsewhere. */
export function InvoiceDialog({
  customer: { customerId, name },
  open,
  onClose,
}: MoneyDialogProps): ReactNode {
  const today = useToday();
  const form = useCommandForm('AddInvoice', {
    draft: `invoice-${customerId}`,
    datedFields: ['issuedOn'],
    newIdField: 'invoiceId',
    untypedFields: { customerId },
    values: {
      number: '',
      issuedOn: today,
      dueOn: '',
      amountPaise: '',
      status: 'Sent' as InvoiceStatus,
    },
    failed: t`Failed to add invoice`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Add Invoice`}
      description={name}
    >
      <FormField form={form} name="number" label={t`Invoice number`} autoComplete="off" />
      <div className="two">
        <FormField form={form} name="issuedOn" label={t`Invoice date`} as={DateField} />
        <FormField form={form} name="dueOn" label={t`Due date`} as={DateField} />
      </div>
      <FormField form={form} name="amountPaise" as={MoneyField} />
      <FormField
        form={form}
        name="status"
        label={t`Status`}
        as={Select}
        options={choicesOf(invoiceStatuses)}
      />
    </CommandDialog>
  );
}
