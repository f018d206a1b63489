import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { classes } from '../classes.js';
import {
  SearchIcon,
  OpenIndicator,
  insideControlClass,
  searchInputClass,
  useControlAttributes,
} from './field.js';
import { readAmount } from '#domain/kernel/values/amounts.js';
import { amountText } from '../display/format.js';
import { Icon } from '../display/icon.js';

/** Text input. All controls of this file take the props of react-hook-form's `register`. */
export function Input({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input {...useControlAttributes()} {...rest} className={classes('input', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return <textarea {...useControlAttributes()} {...rest} className={classes('input', className)} />;
}

type SelectProps = ComponentProps<'select'> & {
  options: readonly { readonly value: string; readonly label: string }[];
};

/** Native select for 6 to 12 options. For fewer use ChipGroup, for more Combobox. */
export function Select({ options, ...rest }: SelectProps): ReactNode {
  return (
    <div className="relative flex">
      <select {...useControlAttributes()} {...rest} className="input appearance-none pr-9">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <OpenIndicator />
    </div>
  );
}

const DIGITS_IN_GROUP = 5;

/** Typed digits of an Indian number in two groups; other text stays. */
const groupDigits = (typed: string): string => {
  const digits = typed.replaceAll(' ', '');
  return /^[1-9]\d{5,9}$/.test(digits)
    ? `${digits.slice(0, DIGITS_IN_GROUP)} ${digits.slice(DIGITS_IN_GROUP)}`
    : typed;
};

/** Input of a phone number, with +91 in front unless a country code is typed. */
export function PhoneField({ ref, onBlur, ...rest }: ComponentProps<'input'>): ReactNode {
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => inputRef.current!);
  const startsWithPlus = (value: unknown): boolean =>
    typeof value === 'string' && /^[\s\p{Cf}(]*[+＋]|^\s*00/u.test(value);
  const [hasCountryCode, setHasCountryCode] = useState(
    startsWithPlus(rest.value ?? rest.defaultValue),
  );
  const updateCountryCode = useEffectEvent(() =>
    setHasCountryCode(startsWithPlus(inputRef.current?.value)),
  );
  // a form fills its fields at any time, without an event
  useEffect(() => updateCountryCode());
  return (
    <div className="relative flex">
      {!hasCountryCode && <span className={classes(insideControlClass, 'left-3 num')}>+91</span>}
      <Input
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={t`98220 41736`}
        {...rest}
        ref={inputRef}
        className={classes('num', !hasCountryCode && 'pl-13')}
        onInput={({ currentTarget: field }) => {
          // Regroup only with the caret at the end; it would jump otherwise.
          if (field.selectionStart === field.value.length) field.value = groupDigits(field.value);
          setHasCountryCode(startsWithPlus(field.value));
        }}
        onBlur={(event) => {
          const { currentTarget: field } = event;
          // an Indian number typed with its country code looks like any other
          const indian = /^(?:\+|00)91([1-9]\d{9})$/.exec(field.value.replace(/[\s()-]/g, ''))?.[1];
          if (indian) {
            field.value = groupDigits(indian);
            setHasCountryCode(false);
          }
          onBlur?.(event);
        }}
      />
    </div>
  );
}

/** Input of rupees as text, grouped on blur. `readAmount` converts it to paise. */
export function MoneyField({ onBlur, className, ...rest }: ComponentProps<'input'>): ReactNode {
  return (
    <div className="relative flex">
      <span className={classes(insideControlClass, 'left-3')}>₹</span>
      <Input
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        className={classes('num pl-7', className)}
        onBlur={(event) => {
          const { hundredths: paise } = readAmount(event.currentTarget.value);
          if (paise !== undefined) event.currentTarget.value = amountText(paise);
          onBlur?.(event);
        }}
      />
    </div>
  );
}

interface SearchProps {
  /** Accessible name; a placeholder does not serve as one. */
  label: string;
  placeholder?: string;
  maxLength?: number | undefined;
  q: string;
  onSearch: (q: string) => void;
  /** Called with the typed text when the field unmounts, also before the debounce has passed. */
  onUnmount?: (typed: string) => void;
}

/** Debounce of the search. */
const SEARCH_DEBOUNCE_MS = 250;

/** Key that focuses the search. */
const shortcut = '/';

const shortcutClass = classes(
  'absolute top-1/2 right-2.5 -translate-y-1/2 rounded-tick bg-press px-1.25 py-0.75 font-sans text-micro/none font-medium text-ink-2',
  'max-md:hidden pointer-coarse:hidden',
);

/** Search input with a clear button and a debounce. Enter does not submit a surrounding form. */
export function SearchField({
  label,
  placeholder = label,
  maxLength,
  q,
  onSearch,
  onUnmount,
}: SearchProps): ReactNode {
  const [text, setText] = useState(q);
  const latest = useRef({ text, onUnmount });
  latest.current = { text, onUnmount };
  useEffect(() => () => latest.current.onUnmount?.(latest.current.text), []);
  const lastReported = useRef(q);
  useEffect(() => {
    // The address may receive this field's own search after the person has typed on.
    if (q.trim() === lastReported.current.trim()) return;
    lastReported.current = q;
    setText(q);
  }, [q]);
  useEffect(() => {
    if (text.trim() === q.trim()) return undefined;
    const search = (): void => {
      lastReported.current = text;
      onSearch(text);
    };
    const timer = setTimeout(search, text === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, q, onSearch]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnShortcut = (event: KeyboardEvent): void => {
      const isInTextField =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]');
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== shortcut || hasModifier || isInTextField) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focusOnShortcut);
    return () => document.removeEventListener('keydown', focusOnShortcut);
  }, []);
  return (
    <div className="search relative flex-1" role="search">
      <SearchIcon />
      <input
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxLength}
        ref={field}
        type="search"
        aria-label={label}
        className={classes('input', searchInputClass)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {text ? (
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-tap place-items-center text-ink-3"
          aria-label={t`Clear search`}
          onClick={() => {
            setText('');
            field.current?.focus();
          }}
        >
          <Icon icon={X} size="s" />
        </button>
      ) : (
        <kbd className={shortcutClass} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </div>
  );
}
