import type { ReactNode } from 'react';
import type { CommandInput } from '#domain/commands.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { DecisionDialog, useDecision } from '../shared/decision.js';
import { dayPaidWrong, noPayment, PaymentFields, type PaymentValues } from '../shared/payment-fields.js';
import { useKeptValues } from '../shared/use-kept-values.js';
import { Field } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { parseAmount } from '../ui/format.js';
import { TextArea } from '../ui/input.js';

type Values = PaymentValues & { readonly notes: string };

interface PaymentDialogProps {
  customer: CustomerDetail;
  open: boolean;
  onClose: () => void;
}

/** Money that came in. */
export default function PaymentDialog({ customer: { customerId, name }, open, onClose }: PaymentDialogProps): ReactNode {
  const today = useToday();
  const { id, values, set, done, renew } = useKeptValues<Values>(`payment-${customerId}`, { ...noPayment(today), notes: '' });
  const decision = useDecision('Failed to add payment', done, onClose);
  const { amount, paidOn, method, reference, notes } = values;
  const add = (): Promise<void> => {
    const amountPaise = parseAmount(amount);
    const optional = { reference: reference.trim() || undefined, notes: notes.trim() || undefined };
    const data = { customerId, paymentId: id, amountPaise, paidOn, method, ...optional };
    const wrong = { amountPaise: amountPaise ? undefined : 'Please enter a valid amount', paidOn: dayPaidWrong(paidOn, today) };
    return decision.decide('RecordPayment', data as CommandInput<'RecordPayment'>, { wrong, refused: { 'payment-exists': renew } });
  };
  return (
    <DecisionDialog
      decision={decision}
      open={open}
      onClose={onClose}
      title="Add Payment"
      description={name}
      act="Add Payment"
      onAct={() => void add()}
    >
      <PaymentFields label="Amount" amountName="amountPaise" values={values} errors={decision.errors} onChange={set} />
      <Field label="Notes" optional error={decision.errors['notes']}>
        <TextArea value={notes} rows={2} maxLength={2_000} onChange={({ target }) => set({ notes: target.value })} />
      </Field>
    </DecisionDialog>
  );
}
