import { Combobox as Base } from '@base-ui/react/combobox';
import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { lazy, useRef, useState, type ReactNode } from 'react';
import { useControlAttributes } from './field.js';
import { Icon } from './icon.js';
import { LazyMount } from './lazy-mount.js';
import { useIsPhone } from './media.js';
import { useBackCloses } from './overlay-history.js';

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
  value: ComboOption | undefined;
  onValue: (option: ComboOption) => void;
  name?: string;
}

/** Find 1 among many: a list below the field, on the phone a sheet that is searched. Esc and Back close it. */
export function Combobox(props: ComboboxProps): ReactNode {
  const phone = useIsPhone();
  return phone ? <InSheet {...props} /> : <BelowField {...props} />;
}

/** Every word that was typed stands in the option's label or meta. */
const isFound = ({ label, meta }: ComboOption, typed: string): boolean =>
  typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => `${label} ${meta ?? ''}`.toLocaleLowerCase().includes(word));

const ofOptions = ({ options, value, onValue }: ComboboxProps) => ({
  items: options,
  value: value ?? null,
  // a field that was emptied is only searched: somebody stays chosen
  onValueChange: (option: ComboOption | null) => option && onValue(option),
  isItemEqualToValue: (one: ComboOption, other: ComboOption) => one.value === other.value,
  filter: isFound,
  autoHighlight: true,
});

function BelowField(props: ComboboxProps): ReactNode {
  const { value, name } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  useBackCloses(open, () => setOpen(false));
  return (
    <Base.Root {...ofOptions(props)} open={open} onOpenChange={setOpen} onInputValueChange={setTyped}>
      <div className="affix">
        <Base.Input {...useControlAttributes()} name={name} className="input pr-9" placeholder={value?.label ?? t`Search`} />
        <span className="post">
          <Icon of={ChevronDown} />
        </span>
      </div>
      <Base.Portal>
        <Base.Positioner className="menu-layer" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="pop w-(--anchor-width)">
            <Options {...props} typed={typed === value?.label ? '' : typed} className="max-h-72 overflow-auto" />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function InSheet(props: ComboboxProps): ReactNode {
  const { label, value, name } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const show = (next: boolean): void => {
    setTyped('');
    setOpen(next);
  };
  return (
    <Base.Root {...ofOptions(props)} inline open={open} onOpenChange={show} inputValue={typed} onInputValueChange={setTyped}>
      <div className="affix">
        <button
          {...useControlAttributes()}
          type="button"
          name={name}
          className="input text-left pr-9"
          aria-haspopup="dialog"
          onClick={() => show(true)}
        >
          {value?.label ?? <span className="text-ink-3">{t`Choose`}</span>}
        </button>
        <span className="post">
          <Icon of={ChevronDown} />
        </span>
      </div>
      <LazyMount when={open}>
        <Sheet open={open} onClose={() => show(false)} title={label} size="tall" initialFocus={search} closeButton>
          <Base.Input ref={search} className="input flex-none" aria-label={t`Search ${label}`} placeholder={t`Search`} />
          <Options {...props} typed={typed} className="-mx-2 overflow-auto" />
        </Sheet>
      </LazyMount>
    </Base.Root>
  );
}

function Options({ label, typed, className }: ComboboxProps & { typed: string; className?: string }): ReactNode {
  return (
    <>
      {/* always there, so that it is read out; it takes no room where it says nothing */}
      <Base.Empty className="empty:absolute">
        <p className="meta p-2.5">{t`Nothing found`}</p>
      </Base.Empty>
      <Base.List aria-label={label} className={className}>
        {(option: ComboOption) => (
          <Base.Item key={option.value} value={option} className="option">
            <span className="grow min-w-0">
              <span className="medium clamp2">
                <Found text={option.label} by={typed} />
              </span>
              {option.meta && (
                <span className="meta block">
                  <Found text={option.meta} by={typed} />
                </span>
              )}
            </span>
          </Base.Item>
        )}
      </Base.List>
    </>
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
