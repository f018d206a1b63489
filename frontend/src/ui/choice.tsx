import { X } from 'lucide-react';
import type { ButtonHTMLAttributes, ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './classes.js';
import { FieldSet } from './field.js';
import { Icon, type IconType } from './icon.js';

interface Option<Value extends string> {
  value: Value;
  label: string;
  icon?: IconType;
}

type ChipGroupProps<Value extends string> = Omit<ComponentProps<'input'>, 'value' | 'type'> & {
  label: ReactNode;
  options: readonly Option<Value>[];
  name: string;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  /** Without it the chips keep their choice themselves, as react-hook-form likes it. */
  value?: Value | '';
  onValue?: (value: Value) => void;
};

/** 1 of up to 5 with short words. They are radios: arrows move, one tab stop. */
export function ChipGroup<Value extends string>({
  label,
  options,
  hint,
  error,
  optional,
  value,
  onValue,
  className,
  onChange,
  defaultValue,
  ...rest
}: ChipGroupProps<Value>): ReactNode {
  return (
    <FieldSet label={label} hint={hint} error={error} optional={optional} className={className}>
      <div className="chips">
        {options.map((option) => (
          <label key={option.value} className="chip chip-radio">
            <input
              {...rest}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
              aria-invalid={error ? true : undefined}
              onChange={(event) => {
                onChange?.(event);
                onValue?.(option.value);
              }}
            />
            {option.icon && <Icon of={option.icon} size="s" />}
            {option.label}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon?: IconType;
  /** A filter that is on; pressing takes it off. */
  on?: boolean;
  /** What opens when it is pressed. */
  endIcon?: IconType;
  /** What is done next of all that is in the row. */
  main?: boolean;
};

/** A filter, or a small action in a row of such. */
export function Chip({ icon, on = false, main = false, endIcon, className, children, type = 'button', ...rest }: ChipProps): ReactNode {
  return (
    <button {...rest} type={type} className={classes('chip', on && 'is-on', main && 'is-main', className)}>
      {icon && <Icon of={icon} size="s" />}
      {children}
      {on ? <Icon of={X} size="s" /> : endIcon && <Icon of={endIcon} size="s" />}
    </button>
  );
}

/** A small action in the same row that is a screen of its own. */
export function ChipLink({ icon, to, main = false, children }: { icon: IconType; to: string; main?: boolean; children: ReactNode }): ReactNode {
  return (
    <Link to={to} className={classes('chip', main && 'is-main')}>
      <Icon of={icon} size="s" />
      {children}
    </Link>
  );
}

interface CheckboxProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}

/** Yes or no, saved with its form; what is done at once is a `Switch`. */
export function Checkbox({ label, hint, checked, onChecked }: CheckboxProps): ReactNode {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChecked(target.checked)} />
      <span>
        <span className="label font-medium block">{label}</span>
        {hint && <span className="meta block">{hint}</span>}
      </span>
    </label>
  );
}

interface SegmentProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onValue: (value: Value) => void;
  className?: string;
}

/** Two or three views of one thing. */
export function Segment<Value extends string>({ label, options, value, onValue, className }: SegmentProps<Value>): ReactNode {
  return (
    <div className={classes('seg', className)} role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onValue(option.value)}>
          {option.label}
        </button>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

interface RadioCardsProps<Value extends string> {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; meta?: string; glyph?: ReactNode; disabled?: boolean }[];
  value: Value | undefined;
  onValue: (value: Value) => void;
}

/**
 * 1 of a few states, each with what it means; for a dialog. What is chosen is done, so arrows only go from one to the other;
 * Space and Enter choose.
 */
export function RadioCards<Value extends string>({ label, name, options, value, onValue }: RadioCardsProps<Value>): ReactNode {
  const pressed = (event: KeyboardEvent<HTMLDivElement>): void => {
    const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')];
    const at = radios.findIndex((radio) => radio === event.target);
    const step = steps[event.key];
    if (at < 0 || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step !== undefined) radios[(at + step + radios.length) % radios.length]?.focus();
    else if (!radios[at]?.checked) radios[at]?.click();
  };
  return (
    <div className="radio-cards" role="radiogroup" aria-label={label} onKeyDown={pressed}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValue(option.value)}
          />
          {option.glyph}
          <span>
            <span className="label font-medium block">{option.label}</span>
            {option.meta && <span className="meta">{option.meta}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
