import { useState, type ReactNode, type Ref } from 'react';
import { useControlAttributes } from './field.js';

const length = 6;

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
    <div className="otp">
      {Array.from({ length }, (_, index) => (
        <span key={index} className={index === Math.min(value.length, length - 1) ? 'cell on' : 'cell'} aria-hidden="true">
          {value[index]}
        </span>
      ))}
      <input
        {...attributes}
        ref={ref}
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
          onValue(event.target.value.replace(/\D/g, '').slice(0, length));
        }}
      />
    </div>
  );
}
