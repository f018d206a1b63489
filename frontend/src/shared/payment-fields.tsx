import type { ReactNode } from 'react';
import type { PaymentMethod } from '#domain/kernel/schema.js';
import { Field } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { parseAmount } from '../ui/format.js';
import { DateField, Input, MoneyField, Select } from '../ui/input.js';
import type { Wrong } from './decision.js';

const methodNames: Readonly<Record<PaymentMethod, true>> = { Cash: true, 'Bank Transfer': true, Cheque: true, UPI: true, Card: true, Other: true };
const methods = Object.keys(methodNames);

export interface PaymentValues extends Readonly<Record<string, string>> {
  readonly amount: string;
  readonly paidOn: string;
  readonly method: string;
  readonly reference: string;
}
export const noPayment = (today: string): PaymentValues => ({ amount: '', paidOn: today, method: 'Cash', reference: '' });

/** What is wrong with a day on which money came. */
export const dayPaidWrong = (paidOn: string, today: string): string | undefined =>
  paidOn === '' ? 'Enter a date' : paidOn > today ? 'The payment date cannot be after today.' : undefined;

/** Of an amount that may be left out. */
export const amountWrong = (typed: string): string | undefined =>
  typed.trim() === '' || parseAmount(typed) !== undefined ? undefined : 'Please enter a valid amount';

interface PaymentFieldsProps {
  label: string;
  /** The name under which the server says what is wrong with the amount. */
  amountName: string;
  optional?: boolean;
  values: PaymentValues;
  errors: Wrong;
  onChange: (changes: Partial<PaymentValues>) => void;
}

/** How much, when, how, and what it is called at the bank. */
export function PaymentFields({ label, amountName, optional, values, errors, onChange }: PaymentFieldsProps): ReactNode {
  const today = useToday();
  return (
    <>
      <Field label={label} optional={optional} error={errors[amountName]}>
        <MoneyField value={values.amount} onChange={({ target }) => onChange({ amount: target.value })} />
      </Field>
      <div className="two">
        <Field label="Payment date" error={errors['paidOn']}>
          <DateField value={values.paidOn} max={today} onChange={({ target }) => onChange({ paidOn: target.value })} />
        </Field>
        <Field label="Payment method" error={errors['method']}>
          <Select value={values.method} onChange={({ target }) => onChange({ method: target.value })}>
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Reference number" optional error={errors['reference']}>
        <Input value={values.reference} maxLength={120} autoComplete="off" onChange={({ target }) => onChange({ reference: target.value })} />
      </Field>
    </>
  );
}
