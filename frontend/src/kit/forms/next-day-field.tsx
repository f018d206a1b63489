import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { dayAfter } from '#domain/kernel/values/days.js';
import { Chip } from '../../ui/inputs/choice.js';
import { DateField } from '../../ui/inputs/input.js';
import { FormField } from './command-dialog.js';
import type { CommandForm } from './use-command-form.js';

interface NextDayFieldProps<Values> {
  form: CommandForm<Values>;
  /** Field with a day, empty for none. */
  name: keyof Values & string;
  /** Default is the field's usual name. */
  label?: ReactNode;
  hint?: ReactNode;
}

/** Day of a next step: usual days by one press, or any day from today on. */
export function NextDayField<Values>({
  form,
  name,
  label,
  hint,
}: NextDayFieldProps<Values>): ReactNode {
  const chosen = form.watch(name);
  const { today } = form;
  const days = [
    { day: dayAfter(today, 1), text: t`Tomorrow` },
    { day: dayAfter(today, 3), text: t`In 3 days` },
    { day: nextMonday(today), text: t`Monday` },
    { day: dayAfter(today, 14), text: t`In 2 weeks` },
  ].filter(({ day }, index, all) => all.findIndex((other) => other.day === day) === index);
  return (
    <div className="stack gap-2">
      <FormField form={form} name={name} label={label} hint={hint} as={DateField} min={today} />
      <div className="flex flex-wrap gap-2" role="group" aria-label={t`Usual days`}>
        {days.map(({ day, text }) => (
          <Chip
            key={text}
            className="max-md:min-h-11"
            aria-pressed={chosen === day}
            on={chosen === day}
            onClick={() => form.set(name, (chosen === day ? '' : day) as Values[typeof name])}
          >
            {text}
          </Chip>
        ))}
      </div>
    </div>
  );
}

const MONDAY = 1;

/** First Monday after a day. */
function nextMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, ((MONDAY - weekday + 6) % 7) + 1);
}
