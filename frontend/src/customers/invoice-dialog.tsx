import type { ReactNode } from 'react';
import type { CommandInput } from '#domain/commands.js';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { DecisionDialog, useDecision } from '../shared/decision.js';
import { useKeptValues } from '../shared/use-kept-values.js';
import { Field } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { parseAmount } from '../ui/format.js';
import { DateField, Input, MoneyField, Select } from '../ui/input.js';
import { invoiceStatuses } from './labels.js';

interface Values extends Readonly<Record<string, string>> {
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly amount: string;
  readonly status: string;
}

interface InvoiceDialogProps {
  customer: CustomerDetail;
  open: boolean;
  onClose: () => void;
}

/** An invoice that was written elsewhere: its number, days, amount, and where it stands. */
export default function InvoiceDialog({ customer: { customerId, name }, open, onClose }: InvoiceDialogProps): ReactNode {
  const today = useToday();
  const begin: Values = { number: '', issuedOn: today, dueOn: '', amount: '', status: 'Sent' };
  const { id, values, set, done, renew } = useKeptValues<Values>(`invoice-${customerId}`, begin);
  const decision = useDecision('Failed to add invoice', done, onClose);
  const { number, issuedOn, dueOn, amount, status } = values;
  const { errors } = decision;

  const add = (): Promise<void> => {
    const amountPaise = parseAmount(amount);
    const wrong = {
      number: number.trim() === '' ? 'Invoice number is required' : undefined,
      issuedOn: issuedOn === '' ? 'Enter a date' : undefined,
      dueOn: dueOn !== '' && dueOn < issuedOn ? 'The due date cannot be before the invoice date.' : undefined,
      amountPaise: amountPaise ? undefined : 'Please enter a valid amount',
    };
    const data = { customerId, invoiceId: id, number: number.trim(), issuedOn, dueOn: dueOn || undefined, amountPaise, status };
    return decision.decide('AddInvoice', data as CommandInput<'AddInvoice'>, { wrong, refused: { 'invoice-exists': renew } });
  };

  return (
    <DecisionDialog
      decision={decision}
      open={open}
      onClose={onClose}
      title="Add Invoice"
      description={name}
      act="Add Invoice"
      onAct={() => void add()}
    >
      <Field label="Invoice number" error={errors['number']}>
        <Input value={number} maxLength={60} autoComplete="off" onChange={({ target }) => set({ number: target.value })} />
      </Field>
      <div className="two">
        <Field label="Invoice date" error={errors['issuedOn']}>
          <DateField value={issuedOn} onChange={({ target }) => set({ issuedOn: target.value })} />
        </Field>
        <Field label="Due date" optional error={errors['dueOn']}>
          <DateField value={dueOn} min={issuedOn || undefined} onChange={({ target }) => set({ dueOn: target.value })} />
        </Field>
      </div>
      <Field label="Amount" error={errors['amountPaise']}>
        <MoneyField value={amount} onChange={({ target }) => set({ amount: target.value })} />
      </Field>
      <Field label="Status" error={errors['status']}>
        <Select value={status} onChange={({ target }) => set({ status: target.value })}>
          {invoiceStatuses.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
    </DecisionDialog>
  );
}
