import { type ReactNode, useEffect, useState } from 'react';
import { isDay } from '#domain/kernel/values/days.js';
import { Field } from '../../ui/inputs/field.js';
import { DateField } from '../../ui/dates/date-field.js';

interface DayChoiceProps {
  label: string;
  /** Empty for none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** Restores the last day if the field is left empty. */
  isRequired?: boolean;
  onDay: (day: string) => void;
}

/** Day filter. An incomplete day is not applied, and stays in the field. */
export function DayChoice({
  label,
  value,
  min,
  max,
  isRequired = false,
  onDay,
}: DayChoiceProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <Field label={label} className="grow">
      <DateField
        value={typed}
        min={min}
        max={max}
        isClearable={!isRequired}
        onBlur={() => isRequired && !isDay(typed) && setTyped(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || isDay(target.value)) onDay(target.value);
        }}
      />
    </Field>
  );
}
