import { X } from 'lucide-react';
import type { ButtonHTMLAttributes, ComponentProps, KeyboardEvent, ReactNode, Ref } from 'react';
import { classes } from '../classes.js';
import { FieldSet } from './field.js';
import { Icon, type IconType } from '../display/icon.js';
import { Link } from '../buttons/link.js';
import { textElements } from '../text-element.js';

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
  /** Left out: the chips are uncontrolled, as react-hook-form expects. */
  value?: Value | '';
  onValue?: (value: Value) => void;
  /** Set if a choice takes effect at once. Arrow keys then only move the focus. */
  isDoneAtOnce?: boolean;
  optional?: boolean;
  /** Whether the chips fill their rows. */
  fillsRows?: boolean;
  /** Columns of a phone, if the chips fill all rows. */
  columns?: keyof typeof columnsClasses | undefined;
};

/** Invisible radio over its label. */
const radioClass = 'absolute inset-0 cursor-[inherit] opacity-0';
const radioFocusClass =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';
const choiceChipClass =
  'chip min-h-11 max-w-full cursor-pointer px-3.5 text-ink shadow-[inset_0_0_0_1px_var(--color-line-strong)] max-md:whitespace-normal max-md:wrap-anywhere md:pointer-fine:min-h-9';
const chipRadioClass = classes(
  choiceChipClass,
  'has-checked:bg-accent-soft has-checked:text-accent-soft-ink has-checked:shadow-[inset_0_0_0_1.5px_var(--color-accent)]',
  'in-[.is-bad]:not-has-checked:shadow-[inset_0_0_0_1px_var(--color-red-mark)]',
  radioFocusClass,
);

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** Choices with an immediate effect: arrow keys move the focus, Space and Enter choose. */
function chooseByPress(event: KeyboardEvent<HTMLElement>): void {
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')];
  const index = radios.findIndex((radio) => radio === event.target);
  const step = steps[event.key];
  if (index < 0 || (step === undefined && event.key !== 'Enter')) return;
  event.preventDefault();
  if (step !== undefined) radios[(index + step + radios.length) % radios.length]?.focus();
  else if (!radios[index]?.checked) radios[index]?.click();
}

/** Rows that chips fill, each with the same room around its text. */
const filledRowsClass = 'flex flex-wrap gap-1.5 *:flex-auto *:justify-center *:px-2';

const columnClass =
  'max-md:grid max-md:*:justify-center max-md:*:px-1 max-md:*:text-center max-md:*:leading-tight max-md:*:whitespace-normal';
/** Equal columns of a phone; with larger text fewer. */
export const columnsClasses = {
  2: `${columnClass} max-md:grid-cols-[repeat(auto-fit,minmax(max(8rem,(100%-0.6rem)/2),1fr))]`,
  3: `${columnClass} max-md:grid-cols-[repeat(auto-fit,minmax(max(5.5rem,(100%-1.1rem)/3),1fr))]`,
} as const;

/** Choice of one among up to five short options. Radios: arrow keys move, one tab stop. */
export function ChipGroup<Value extends string>({
  label,
  options,
  hint,
  error,
  value,
  onValue,
  className,
  onChange,
  isDoneAtOnce = false,
  optional = false,
  fillsRows = false,
  columns,
  autoFocus = false,
  ...rest
}: ChipGroupProps<Value>): ReactNode {
  return (
    <FieldSet label={label} hint={hint} error={error} optional={optional} className={className}>
      <div
        className={
          fillsRows
            ? filledRowsClass
            : classes('flex flex-wrap gap-2', columns && columnsClasses[columns])
        }
        onKeyDown={isDoneAtOnce ? chooseByPress : undefined}
      >
        {options.map((option, index) => (
          <label key={option.value} className={chipRadioClass}>
            <input
              {...rest}
              autoFocus={autoFocus && index === 0}
              className={radioClass}
              type="radio"
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              aria-invalid={error ? true : undefined}
              onChange={(event) => {
                onChange?.(event);
                onValue?.(option.value);
              }}
            />
            {option.icon && <Icon icon={option.icon} size="s" />}
            {option.label}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>;
  icon?: IconType;
  /** Whether the filter is set; a press clears it. */
  on?: boolean;
  /** Whether it shows while it is on that a press clears it. */
  isCleared?: boolean;
  /** Icon that shows that a press opens a list. */
  endIcon?: IconType;
  /** Set for the main action of its row. */
  main?: boolean;
};

/** Chip for a filter or a small action. */
export function Chip({
  icon,
  on = false,
  isCleared = true,
  main = false,
  endIcon,
  className,
  children,
  type = 'button',
  ...rest
}: ChipProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      className={classes('chip', on && 'is-on', main && 'is-main', className)}
    >
      {icon && <Icon icon={icon} size="s" />}
      {textElements(children)}
      {on && isCleared ? <Icon icon={X} size="s" /> : endIcon && <Icon icon={endIcon} size="s" />}
    </button>
  );
}

const toggleChipClass = classes(
  choiceChipClass,
  'aria-pressed:bg-accent-soft aria-pressed:text-accent-soft-ink aria-pressed:shadow-[inset_0_0_0_1.5px_var(--color-accent)]',
  'aria-expanded:bg-accent-soft aria-expanded:text-accent-soft-ink aria-expanded:shadow-[inset_0_0_0_1.5px_var(--color-accent)]',
);

/**
 * Chip that a second press switches off again; looks like one of `ChipGroup`. A chip that expands
 * something has `aria-expanded` instead of `on`.
 */
export const ToggleChip = ({
  on,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & { on?: boolean }): ReactNode => (
  <button {...rest} type="button" className={toggleChipClass} aria-pressed={on} />
);

/** Link that looks like a chip. */
export function ChipLink({
  icon,
  to,
  state,
  main = false,
  children,
}: {
  icon: IconType;
  to: string;
  /** Router state of the screen. */
  state?: unknown;
  main?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <Link to={to} state={state} className={classes('chip', main && 'is-main')}>
      <Icon icon={icon} size="s" />
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

/** Checkbox of a form. For an immediate effect use `Switch`. */
export function Checkbox({ label, hint, checked, onChecked }: CheckboxProps): ReactNode {
  return (
    <label className="flex min-h-tap items-center gap-3">
      <input
        type="checkbox"
        className="size-5 flex-none accent-accent"
        checked={checked}
        onChange={({ target }) => onChecked(target.checked)}
      />
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

const segmentClass = classes(
  'min-h-[calc(var(--spacing-control)-6px)] rounded-[0.4375rem] px-3.5 text-center text-(length:--text-label) font-medium whitespace-nowrap',
  'text-ink-2 focus-visible:-outline-offset-2 max-md:min-h-tap aria-pressed:bg-knob aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_rgb(18_26_27/0.06),0_1px_2px_rgb(18_26_27/0.1)]',
);

/** Switches between two or three views. */
export function Segment<Value extends string>({
  label,
  options,
  value,
  onValue,
  className,
}: SegmentProps<Value>): ReactNode {
  return (
    <div
      className={classes(
        'inline-flex max-w-full overflow-x-auto rounded-[0.625rem] bg-press p-[3px] [scrollbar-width:none] max-md:grid max-md:auto-cols-[1fr] max-md:grid-flow-col',
        className,
      )}
      role="group"
      aria-label={label}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={segmentClass}
          aria-pressed={option.value === value}
          onClick={() => option.value !== value && onValue(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

interface RadioCardsProps<Value extends string> {
  label: string;
  name: string;
  options: readonly {
    value: Value;
    label: string;
    meta?: string;
    glyph?: ReactNode;
    disabled?: boolean;
  }[];
  value: Value | undefined;
  onValue: (value: Value) => void;
}

const radioCardClass = classes(
  'relative flex min-h-13 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover has-checked:bg-press dark:hover:bg-press',
  '[&_.g]:size-5',
  radioFocusClass,
);

/**
 * Choice of one state, each with its meaning. Takes effect at once: arrow keys move the focus,
 * Space and Enter choose.
 */
export function RadioCards<Value extends string>({
  label,
  name,
  options,
  value,
  onValue,
}: RadioCardsProps<Value>): ReactNode {
  return (
    <div
      className="-mx-2 flex flex-col"
      role="radiogroup"
      aria-label={label}
      onKeyDown={chooseByPress}
    >
      {options.map((option) => (
        <label key={option.value} className={radioCardClass}>
          <input
            type="radio"
            className={radioClass}
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
          {option.value === value && (
            <span className="mr-2 mb-1 ml-auto h-3 w-1.5 rotate-45 border-r-2 border-b-2 border-accent-ink" />
          )}
        </label>
      ))}
    </div>
  );
}

interface CardChoiceProps<Value extends string> {
  label: string;
  name: string;
  options: readonly {
    value: Value;
    label: string;
    meta: string;
    /** Fields of the chosen card. */
    content: ReactNode;
  }[];
  value: Value;
  onValue: (value: Value) => void;
}

/** Choice between options as cards; the chosen card shows its fields. */
export function CardChoice<Value extends string>({
  label,
  name,
  options,
  value,
  onValue,
}: CardChoiceProps<Value>): ReactNode {
  return (
    <fieldset className="stack gap-3">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <div
          key={option.value}
          className={classes(
            'card',
            option.value === value && 'shadow-[inset_0_0_0_1.5px_var(--color-accent)]',
          )}
        >
          <label
            className={classes(
              'relative flex min-h-tap cursor-pointer items-start gap-3 rounded-card px-4 py-3',
              radioFocusClass,
            )}
          >
            <input
              type="radio"
              className={radioClass}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            <span
              className={classes(
                'size-5 flex-none rounded-full',
                option.value === value
                  ? 'inset-ring-[6px] inset-ring-accent'
                  : 'inset-ring-[1.5px] inset-ring-line-strong',
              )}
            />
            <span>
              <span className="label font-medium block">{option.label}</span>
              <span className="meta block">{option.meta}</span>
            </span>
          </label>
          {option.value === value && (
            // below the label, beside the circle
            <div className="stack gap-4 pr-4 pb-4 pl-12">{option.content}</div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
