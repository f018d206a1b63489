import type { ReactNode } from 'react';
import { DateField } from '../../ui/dates/date-field.js';
import { FormField } from './command-dialog.js';
import type { CommandForm } from './use-command-form.js';

interface NextDayFieldProps<Values> {
  form: CommandForm<Values>;
  /** Field with a day, empty for none. */
  name: keyof Values & string;
  /** Default is the field's usual name. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Day of the follow-up that is planned already. */
  planned?: string | undefined;
}

/** Day of a next step: usual days by one press, or any day from today on. */
export const NextDayField = <Values,>(field: NextDayFieldProps<Values>): ReactNode => (
  <FormField {...field} as={DateField} min={field.form.today} hasChips />
);
