import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '../../ui/inputs/field.js';
import { DateField } from '../../ui/inputs/input.js';

interface DayChoiceProps {
  label: string;
  /** Empty for none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
}

/** A year typed digit by digit reads 0002, 0020, 0202: earlier days are ignored. */
const EARLIEST_DAY = '2000-01-01';

/** Day filter. An incomplete day is not applied, and stays in the field. */
export function DayChoice({ label, value, min, max, onDay }: DayChoiceProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <Field label={label} className="grow">
      <DateField
        value={typed}
        min={min}
        max={max}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' ? !target.validity.badInput : target.value >= EARLIEST_DAY)
            onDay(target.value);
        }}
      />
    </Field>
  );
}
