import { useState, type ReactNode, type Ref } from 'react';
import { withPlainDigits } from '#domain/kernel/texts/text-folding.js';
import { classes } from '../classes.js';
import { useControlAttributes } from './field.js';

const CODE_LENGTH = 6;
const cellClass =
  'grid aspect-5/6 place-items-center rounded-[0.625rem] border bg-surface text-[1.625rem] font-strong tabular-nums';
/** Classes of the cell that takes the next digit, while the field has the focus */
const nextCellClass = classes(
  'group-focus-within:border-focus group-focus-within:shadow-[0_0_0_1px_var(--color-focus),0_0_0_4px_var(--color-accent-soft)]',
  'group-focus-within:empty:after:h-7 group-focus-within:empty:after:w-0.5 group-focus-within:empty:after:bg-accent',
);

interface CodeInputProps {
  ref?: Ref<HTMLInputElement> | undefined;
  value: string;
  onValue: (digits: string) => void;
  autoFocus?: boolean;
}

/** Field for a one-time code: phones can fill it, people can paste into it. Drawn as cells. */
export function CodeInput({ ref, value, onValue, autoFocus = false }: CodeInputProps): ReactNode {
  const attributes = useControlAttributes();
  /** Whether something was typed since the field got the focus. */
  const [isEdited, setEdited] = useState(false);
  const isWrong = attributes['aria-invalid'] === true;
  return (
    <div className="group relative grid grid-cols-6 gap-2">
      {Array.from({ length: CODE_LENGTH }, (_, index) => (
        <span
          key={index}
          className={classes(
            cellClass,
            isWrong ? 'border-danger-mark' : 'border-line-strong',
            index === Math.min(value.length, CODE_LENGTH - 1) && nextCellClass,
          )}
          aria-hidden="true"
        >
          {value[index]}
        </span>
      ))}
      <input
        {...attributes}
        ref={ref}
        // iOS zooms in on smaller text
        className="absolute inset-0 w-full cursor-text text-[1rem] opacity-0"
        // the code is the screen's only purpose
        autoFocus={autoFocus}
        inputMode="numeric"
        autoComplete="one-time-code"
        // no `maxLength`: a pasted "417 036" would lose its last digit
        pattern="\d*"
        value={value}
        onFocus={() => setEdited(false)}
        onKeyDown={(event) => {
          // a wrong code stays readable, until the next digit replaces it
          if (isWrong && !isEdited && /^\d$/.test(event.key)) {
            event.preventDefault();
            setEdited(true);
            onValue(event.key);
          }
        }}
        onChange={(event) => {
          setEdited(true);
          onValue(withPlainDigits(event.target.value).replace(/\D/g, '').slice(0, CODE_LENGTH));
        }}
      />
    </div>
  );
}
