import { Combobox as Base } from '@base-ui/react/combobox';
import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import {
  useRef,
  useState,
  type ComponentProps,
  type ElementType,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { foldText } from '#domain/kernel/text-folding.js';
import { foundParts } from './found-parts.js';
import { lazyPart } from './code.js';
import { classes } from './classes.js';
import { SearchIcon, OpenIndicator, searchedLook, useControlAttributes } from './field.js';
import { Icon } from './icon.js';
import { LazyMount } from './lazy-mount.js';
import { useIsPhone } from './media.js';
import { optionLook, popLook } from './option.js';
import { useBackCloses } from './overlay-history.js';

// with a wide window there is never a sheet
const Sheet = lazyPart(async () => ({ default: (await import('./dialog.js')).Dialog }));

interface ComboOption {
  value: string;
  label: string;
  meta?: string;
}

interface ComboboxProps {
  /** Noun of the options: "Assigned to". The sheet's title on the phone. */
  label: string;
  options: readonly ComboOption[];
  value: ComboOption | undefined;
  onValue: (option: ComboOption) => void;
  name?: string;
  /** A chip that opens it, in place of a field. It was pressed to be fetched, so it opens. */
  chip?: ReactElement<Record<string, unknown>>;
}

/**
 * Find 1 among many: a list below the field, on the phone a sheet that is searched. Esc and Back
 * close it.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const phone = useIsPhone();
  return phone && !props.chip ? <InSheet {...props} /> : <BelowField {...props} />;
}

/**
 * Every word that was typed stands in the option's label or meta, in the folding of the server's
 * searches.
 */
const isFound = ({ label, meta }: ComboOption, typed: string): boolean => {
  const text = foldText(`${label} ${meta ?? ''}`);
  return foldText(typed)
    .split(' ')
    .every((word) => text.includes(word));
};

const ofOptions = ({ options, value, onValue }: ComboboxProps) => ({
  items: options,
  value: value ?? null,
  // a field that was emptied is only searched: somebody stays chosen
  onValueChange: (option: ComboOption | null) => option && onValue(option),
  isItemEqualToValue: (one: ComboOption, other: ComboOption) => one.value === other.value,
  filter: isFound,
  autoHighlight: true,
});

const popup = classes(
  popLook,
  'flex max-h-[min(21rem,var(--available-height))] w-[max(var(--anchor-width),min(16rem,calc(100vw-1rem)))] flex-col',
  'overflow-hidden',
);
/** The field that is searched in, on top of its list. */
const head =
  'min-h-11 rounded-none border-0 bg-transparent shadow-line-b focus:shadow-[inset_0_-2px_0_var(--color-focus)]';

function BelowField(props: ComboboxProps): ReactNode {
  const { label, chip } = props;
  const [open, setOpen] = useState(chip !== undefined);
  const [typed, setTyped] = useState('');
  useBackCloses(open, () => setOpen(false));
  return (
    <Base.Root
      {...ofOptions(props)}
      open={open}
      onOpenChange={setOpen}
      onInputValueChange={setTyped}
    >
      {chip ? (
        <Base.Trigger render={chip} aria-label={label} />
      ) : (
        <Chosen of={props} as={Base.Trigger} />
      )}
      <Base.Portal>
        <Base.Positioner
          className="z-(--ft-z-dialog)"
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          {/*
            what is searched in stands in the list: with its field outside, Base UI hides the page,
            and what has focus there, from screen readers
          */}
          <Base.Popup className={popup} aria-label={label}>
            <Search label={label} className={head} />
            <Options {...props} typed={typed} className="min-h-0 overflow-auto p-1.25" />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function InSheet(props: ComboboxProps): ReactNode {
  const { label } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const show = (next: boolean): void => {
    setTyped('');
    setOpen(next);
  };
  return (
    <Base.Root
      {...ofOptions(props)}
      inline
      open={open}
      onOpenChange={show}
      inputValue={typed}
      onInputValueChange={setTyped}
    >
      <Chosen
        of={props}
        as="button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => show(true)}
      />
      <LazyMount when={open}>
        <Sheet
          open={open}
          onClose={() => show(false)}
          title={label}
          initialFocus={search}
          closeButton
        >
          <Search label={label} ref={search} />
          <Options {...props} typed={typed} className="-mx-2 overflow-auto" />
        </Sheet>
      </LazyMount>
    </Base.Root>
  );
}

/** Chosen option, in a field that opens the list. */
function Chosen({
  of: { name, value },
  as: Control,
  ...button
}: { of: ComboboxProps; as: ElementType } & ComponentProps<'button'>): ReactNode {
  return (
    <div className="relative flex">
      <Control {...useControlAttributes()} {...button} name={name} className="input text-left pr-9">
        {value?.label ?? <span className="text-ink-3">{t`Choose`}</span>}
      </Control>
      <OpenIndicator />
    </div>
  );
}

function Search({
  label,
  className,
  ref,
}: {
  label: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}): ReactNode {
  return (
    <div className="relative flex-none">
      <SearchIcon />
      <Base.Input
        ref={ref}
        className={classes('input', searchedLook, className)}
        aria-label={t`Search ${label}`}
        placeholder={t`Search`}
      />
    </div>
  );
}

function Options({
  label,
  typed,
  className,
}: ComboboxProps & { typed: string; className?: string }): ReactNode {
  return (
    <>
      {/* always there, so that it is read out; it takes no room where it says nothing */}
      <Base.Empty className="empty:absolute">
        <p className="meta p-2.5">{t`Nothing found`}</p>
      </Base.Empty>
      <Base.List aria-label={label} className={className}>
        {(option: ComboOption) => (
          <Base.Item key={option.value} value={option} className={optionLook}>
            <span className="grow min-w-0">
              <span className="font-medium line-clamp-2 min-w-0 wrap-anywhere">
                <Found text={option.label} by={typed} />
              </span>
              {option.meta && (
                <span className="meta block">
                  <Found text={option.meta} by={typed} />
                </span>
              )}
            </span>
            <Base.ItemIndicator>
              <Icon of={Check} size="s" />
            </Base.ItemIndicator>
          </Base.Item>
        )}
      </Base.List>
    </>
  );
}

/** Marks each word that was searched, where the folding of the filter finds it. */
function Found({ text, by }: { text: string; by: string }): ReactNode {
  return foundParts(text, by).map((part, place) =>
    part.isFound ? (
      <mark key={place} className="bg-transparent font-strong text-accent-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
