import { t } from '@lingui/core/macro';
import { ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.js';
import { useControlAttributes } from './field.js';
import { amountText, parseAmount } from './format.js';
import { Icon } from './icon.js';

/** One line of text. Like all controls here it takes what react-hook-form's `register` gives. */
export function Input({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input {...useControlAttributes()} {...rest} className={classes('input', className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return <textarea {...useControlAttributes()} {...rest} className={classes('input', className)} />;
}

type SelectProps = ComponentProps<'select'> & { options: readonly { readonly value: string; readonly label: string }[] };

/** 1 of 6 to 12: the system's own list, which a phone shows best. Fewer are chips, more a Combobox. */
export function Select({ className, options, ...rest }: SelectProps): ReactNode {
  return (
    <div className="affix">
      <select {...useControlAttributes()} {...rest} className={classes('input', className)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="post">
        <Icon of={ChevronDown} />
      </span>
    </div>
  );
}

/** A day, `YYYY-MM-DD`. */
export function DateField({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input {...useControlAttributes()} {...rest} type="date" className={classes('input num', className)} />;
}

/** A number as people say it. +91 stands before it until the number begins with a + of its own. */
export function PhoneField({ className, ref, ...rest }: ComponentProps<'input'>): ReactNode {
  const own = useRef<HTMLInputElement>(null);
  const startsWithPlus = (value: unknown): boolean => typeof value === 'string' && value.trimStart().startsWith('+');
  const [abroad, setAbroad] = useState(startsWithPlus(rest.value ?? rest.defaultValue));
  // a form fills its fields after they were drawn
  useEffect(() => setAbroad(startsWithPlus(own.current?.value)), [rest.value]);
  return (
    <div className="affix">
      {!abroad && <span className="pre is-wide num">+91</span>}
      <input
        {...useControlAttributes()}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={t`98220 41736`}
        {...rest}
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
          return undefined;
        }}
        className={classes('input num', className)}
        onInput={(event) => setAbroad(startsWithPlus(event.currentTarget.value))}
      />
    </div>
  );
}

/** An amount in rupees, as text; `parseAmount` makes paise of it. It is grouped when the field is left. */
export function MoneyField({ className, onBlur, ...rest }: ComponentProps<'input'>): ReactNode {
  return (
    <div className="affix">
      <span className="pre">₹</span>
      <input
        {...useControlAttributes()}
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        className={classes('input num text-right', className)}
        onBlur={(event) => {
          const paise = parseAmount(event.currentTarget.value);
          if (paise !== undefined) event.currentTarget.value = amountText(paise);
          onBlur?.(event);
        }}
      />
    </div>
  );
}

type SearchProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** What is searched; its name, since a placeholder is none. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** The key that leads here from anywhere on the page. */
  shortcut?: '/';
};

const key = classes(
  'absolute top-1/2 right-2.5 -translate-y-1/2 rounded-tick bg-press px-1.25 py-0.75 font-sans text-micro/none font-medium text-ink-2',
  'max-md:hidden',
);

/** Search, with a way to empty it. Enter in it sends no form that it stands in. */
export function SearchField({ label, value, onValue, shortcut, ...rest }: SearchProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!shortcut) return undefined;
    const lead = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]');
      if (event.key !== shortcut || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, [shortcut]);
  return (
    <div className="search" role="search">
      <Icon of={Search} />
      <input
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        ref={field}
        type="search"
        aria-label={label}
        className="input"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {value ? (
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-tap place-items-center text-ink-3"
          aria-label={t`Clear search`}
          onClick={() => {
            onValue('');
            field.current?.focus();
          }}
        >
          <Icon of={X} size="s" />
        </button>
      ) : (
        shortcut && (
          <kbd className={key} aria-hidden="true">
            {shortcut}
          </kbd>
        )
      )}
    </div>
  );
}
