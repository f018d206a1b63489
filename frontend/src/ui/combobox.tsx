import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { lazy, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.js';
import { useControlAttributes } from './field.js';
import { Icon } from './icon.js';
import { useIsPhone } from './media.js';
import { LazyMount } from './lazy-mount.js';

// with a wide window there is never a sheet
const Sheet = lazy(async () => ({ default: (await import('./dialog.js')).Dialog }));

interface ComboOption {
  value: string;
  label: string;
  meta?: string;
}

interface ComboboxProps {
  /** What is chosen from: "Assigned to". The sheet's title on the phone. */
  label: string;
  options: readonly ComboOption[];
  /** The chosen one; shown even when the search does not bring it. */
  value: ComboOption | undefined;
  onValue: (option: ComboOption) => void;
  /** Asks for options by text. Without it they are filtered here, by label and meta. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  placeholder?: string;
  empty?: string;
  name?: string;
  disabled?: boolean;
}

/** Find 1 among many: a list below the field, on the phone a sheet that is searched. */
export function Combobox(props: ComboboxProps): ReactNode {
  const phone = useIsPhone();
  return phone ? <InSheet {...props} /> : <BelowField {...props} />;
}

function BelowField(props: ComboboxProps): ReactNode {
  const { value, placeholder = t`Search`, name, disabled } = props;
  const [open, setOpen] = useState(false);
  const finder = useFinder(props, () => setOpen(false));
  const attributes = useControlAttributes();
  return (
    <div
      className="combo"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="affix">
        <input
          {...attributes}
          {...finder.input}
          name={name}
          disabled={disabled}
          className="input pr-9"
          aria-expanded={open}
          aria-activedescendant={open ? finder.activeId : undefined}
          placeholder={value?.label ?? placeholder}
          value={open ? finder.text : (value?.label ?? '')}
          onFocus={() => finder.setText('')}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setOpen(true);
            finder.setText(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && open) {
              event.stopPropagation();
              setOpen(false);
            } else if (!open && event.key === 'ArrowDown') setOpen(true);
            else if (open) finder.onKeyDown(event);
          }}
        />
        <span className="post">
          <Icon of={ChevronDown} />
        </span>
      </div>
      {open && <Options finder={finder} {...props} className="pop" />}
    </div>
  );
}

function InSheet(props: ComboboxProps): ReactNode {
  const { label, value, placeholder = t`Choose`, name, disabled } = props;
  const [open, setOpen] = useState(false);
  const finder = useFinder(props, () => setOpen(false));
  const search = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="affix">
        <button
          {...useControlAttributes()}
          type="button"
          name={name}
          disabled={disabled}
          className={classes('input text-left pr-9', !value && 'text-ink-3')}
          aria-haspopup="dialog"
          onClick={() => {
            finder.setText('');
            setOpen(true);
          }}
        >
          {value?.label ?? placeholder}
        </button>
        <span className="post">
          <Icon of={ChevronDown} />
        </span>
      </div>
      <LazyMount when={open}>
        <Sheet open={open} onClose={() => setOpen(false)} title={label} size="tall" initialFocus={search} closeButton>
          <input
            {...finder.input}
            ref={search}
            className="input flex-none"
            aria-label={t`Search ${label}`}
            aria-expanded
            aria-activedescendant={finder.activeId}
            placeholder={t`Search`}
            value={finder.text}
            onChange={(event) => finder.setText(event.target.value)}
            onKeyDown={finder.onKeyDown}
          />
          <Options finder={finder} {...props} className="-mx-2 overflow-auto" />
        </Sheet>
      </LazyMount>
    </>
  );
}

interface Finder {
  text: string;
  setText: (text: string) => void;
  found: readonly ComboOption[];
  active: number;
  listId: string;
  activeId: string | undefined;
  input: Record<string, unknown>;
  onKeyDown: (event: KeyboardEvent) => void;
  choose: (option: ComboOption) => void;
}

/** What is typed, what it finds, which one the arrows stand on. */
function useFinder({ options, onSearch, onValue }: ComboboxProps, done: () => void): Finder {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const words = text.toLocaleLowerCase().split(/\s+/);
  const found = onSearch
    ? options
    : options.filter((option) => words.every((word) => `${option.label} ${option.meta ?? ''}`.toLocaleLowerCase().includes(word)));
  const at = Math.min(active, found.length - 1);
  const choose = (option: ComboOption): void => {
    onValue(option);
    done();
  };
  return {
    text,
    found,
    active: at,
    listId,
    activeId: found[at] ? `${listId}-${at}` : undefined,
    choose,
    setText: (next) => {
      setText(next);
      setActive(0);
      onSearch?.(next);
    },
    input: {
      type: 'text',
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
    },
    onKeyDown: (event) => {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (to !== undefined && found.length > 0) {
        event.preventDefault();
        setActive((to + found.length) % found.length);
      }
      const chosen = found[at];
      if (event.key === 'Enter' && chosen) {
        event.preventDefault();
        choose(chosen);
      }
    },
  };
}

function Options({
  finder,
  label,
  loading,
  empty = t`Nothing found`,
  value,
  className,
}: ComboboxProps & { finder: Finder; className: string }): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  // in a dialog its end may lie below what can be seen
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    list.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' });
  }, [finder.active]);
  return (
    <div className={className} id={finder.listId} role="listbox" aria-label={label} ref={list} tabIndex={-1}>
      {finder.found.map((option, index) => (
        <div
          key={option.value}
          id={`${finder.listId}-${index}`}
          role="option"
          aria-selected={option.value === value?.value}
          className={classes('option', index === finder.active && 'is-active')}
          // before the field loses focus and the list goes
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => finder.choose(option)}
        >
          <span className="grow min-w-0">
            <span className="medium clamp2">
              <Found text={option.label} by={finder.text} />
            </span>
            {option.meta && (
              <span className="meta block">
                <Found text={option.meta} by={finder.text} />
              </span>
            )}
          </span>
        </div>
      ))}
      {finder.found.length === 0 && (
        <div role="option" aria-disabled="true" aria-selected="false" className="meta p-2.5">
          {loading ? t`Searching` : empty}
        </div>
      )}
    </div>
  );
}

/** What was searched, marked where it was found. */
function Found({ text, by }: { text: string; by: string }): ReactNode {
  const at = by.trim() ? text.toLocaleLowerCase().indexOf(by.trim().toLocaleLowerCase()) : -1;
  if (at < 0) return text;
  const end = at + by.trim().length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
