import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { CommandDialog, FormField } from '../shared/command-dialog.js';
import { noPayment, PaymentFields } from '../shared/payment-fields.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { useToday } from '../ui/figures.js';
import { TextArea } from '../ui/input.js';

interface PaymentDialogProps {
  customer: CustomerDetail;
  open: boolean;
  onClose: () => void;
}

/** Money that came in. */
export default function PaymentDialog({ customer: { customerId, name }, open, onClose }: PaymentDialogProps): ReactNode {
  const today = useToday();
  const form = useCommandForm('RecordPayment', {
    draft: `payment-${customerId}`,
    dated: ['paidOn'],
    makes: 'paymentId',
    about: { customerId },
    values: { ...noPayment(today), amountPaise: '', notes: '' },
    failed: t`Failed to add payment`,
    onDone: onClose,
  });
  return (
    <CommandDialog form={form} open={open} onClose={onClose} title={t`Add Payment`} description={name}>
      <PaymentFields form={form} amount="amountPaise" label={t`Amount`} />
      <FormField form={form} name="notes" label={t`Notes`} as={TextArea} rows={2} />
    </CommandDialog>
  );
}
