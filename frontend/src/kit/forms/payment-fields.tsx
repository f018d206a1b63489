import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type PaymentMethod, paymentMethods } from '#domain/kernel/values/payment.values.js';
import { DateField } from '../../ui/dates/date-field.js';
import { MoneyField, Select } from '../../ui/inputs/input.js';
import { choicesOf } from '../../words/i18n.js';
import { FormField } from './command-dialog.js';
import type { CommandForm } from './use-command-form.js';

export interface PaymentValues {
  readonly paidOn: string;
  readonly method: string;
  readonly reference: string;
}
const cash: PaymentMethod = 'Cash';
export const noPayment = (today: string): PaymentValues => ({
  paidOn: today,
  method: cash,
  reference: '',
});

interface PaymentFieldsProps<Values> {
  form: CommandForm<Values>;
  /** Name of the amount's field. */
  amount: keyof Values & string;
  label: string;
}

/** Fields of a payment: amount, day, method and reference. */
export function PaymentFields<Values extends PaymentValues>({
  form,
  amount,
  label,
}: PaymentFieldsProps<Values>): ReactNode {
  return (
    <>
      <FormField form={form} name={amount} label={label} as={MoneyField} />
      <div className="two">
        <FormField
          form={form}
          name="paidOn"
          label={t`Payment date`}
          as={DateField}
          max={form.today}
        />
        <FormField
          form={form}
          name="method"
          label={t`Payment method`}
          as={Select}
          options={choicesOf(paymentMethods)}
        />
      </div>
      <FormField form={form} name="reference" label={t`Reference number`} autoComplete="off" />
    </>
  );
}
