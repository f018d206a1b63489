import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '../ui/field.js';
import { DateField } from '../ui/input.js';

interface DayChoiceProps {
  label: string;
  /** Empty: none is chosen. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string) => void;
}

/** While a year is typed it reads 0002, 0020, 0202. Nothing was recorded so long ago. */
const earliest = '2000-01-01';

/**
 * A day that a list is filtered by. Half typed it is asked for by nobody: what stands in the field
 * is left alone until it is a day.
 */
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
          if (target.value === '' ? !target.validity.badInput : target.value >= earliest)
            onDay(target.value);
        }}
      />
    </Field>
  );
}
