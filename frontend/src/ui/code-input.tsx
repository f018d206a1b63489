import { useState, type ReactNode, type Ref } from 'react';
import { withPlainDigits } from '#domain/kernel/text-folding.js';
import { classes } from './classes.js';
import { useControlAttributes } from './field.js';

const length = 6;
const cell =
  'grid aspect-5/6 place-items-center rounded-[0.625rem] border bg-surface text-[1.625rem] font-strong tabular-nums';
/** The one that is typed next, while the field has the focus. */
const next = classes(
  'group-focus-within:border-focus group-focus-within:shadow-[0_0_0_1px_var(--color-focus),0_0_0_4px_var(--color-accent-soft)]',
  'group-focus-within:empty:after:h-7 group-focus-within:empty:after:w-0.5 group-focus-within:empty:after:bg-accent',
);

interface CodeInputProps {
  ref?: Ref<HTMLInputElement> | undefined;
  value: string;
  onValue: (digits: string) => void;
  autoFocus?: boolean;
}

/** A one-time code: one field that a phone can fill and a person can paste into, drawn as cells. */
export function CodeInput({ ref, value, onValue, autoFocus = false }: CodeInputProps): ReactNode {
  const attributes = useControlAttributes();
  const [touched, setTouched] = useState(false);
  const wrong = attributes['aria-invalid'] === true;
  return (
    <div className="group relative grid grid-cols-6 gap-2">
      {Array.from({ length }, (_, index) => (
        <span
          key={index}
          className={classes(
            cell,
            wrong ? 'border-danger-mark' : 'border-line-strong',
            index === Math.min(value.length, length - 1) && next,
          )}
          aria-hidden="true"
        >
          {value[index]}
        </span>
      ))}
      <input
        {...attributes}
        ref={ref}
        // smaller text makes a phone zoom in
        className="absolute inset-0 w-full cursor-text text-[1rem] opacity-0"
        // the code is what this screen is for
        autoFocus={autoFocus}
        inputMode="numeric"
        autoComplete="one-time-code"
        // not maxLength: a pasted "417 036" would lose its last digit
        pattern="\d*"
        value={value}
        onFocus={() => setTouched(false)}
        onKeyDown={(event) => {
          // a wrong code stays to be read, and goes with the next digit
          if (wrong && !touched && /^\d$/.test(event.key)) {
            event.preventDefault();
            setTouched(true);
            onValue(event.key);
          }
        }}
        onChange={(event) => {
          setTouched(true);
          onValue(withPlainDigits(event.target.value).replace(/\D/g, '').slice(0, length));
        }}
      />
    </div>
  );
}
