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
import { foundParts, hasEveryWord } from './matched-parts.js';
import { lazyPart } from '../loading/code.js';
import { classes } from '../classes.js';
import { SearchIcon, OpenIndicator, searchInputClass, useControlAttributes } from './field.js';
import { Icon } from '../display/icon.js';
import { LazyMount } from '../loading/lazy-mount.js';
import { useIsPhone } from '../../browser/media.js';
import { optionClass, popClass } from '../overlays/option.js';
import { useCloseOnBack } from '../overlays/overlay-history.js';

// only a phone needs the sheet
const Sheet = lazyPart(async () => ({ default: (await import('../overlays/dialog.js')).Dialog }));

interface ComboOption {
  value: string;
  label: string;
  meta?: string;
}

interface ComboboxProps {
  /** Name of the field: "Owner". Title of the sheet on a phone. */
  label: string;
  options: readonly ComboOption[];
  value: ComboOption | undefined;
  onValue: (option: ComboOption) => void;
  name?: string;
  /**
   * Chip to render instead of a field. A press on it loaded this code, so the list opens at once.
   */
  chip?: ReactElement<Record<string, unknown>>;
}

/**
 * Choice of one among many: a searchable list below the field, a sheet on a phone. Esc and Back
 * close it.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const isPhone = useIsPhone();
  return isPhone && !props.chip ? <InSheet {...props} /> : <BelowField {...props} />;
}

const isFound = ({ label, meta }: ComboOption, typed: string): boolean =>
  hasEveryWord(`${label} ${meta ?? ''}`, typed);

const optionProps = ({ options, value, onValue }: ComboboxProps) => ({
  items: options,
  value: value ?? null,
  // clearing the search text keeps the chosen option
  onValueChange: (option: ComboOption | null) => option && onValue(option),
  isItemEqualToValue: (one: ComboOption, other: ComboOption) => one.value === other.value,
  filter: isFound,
  autoHighlight: true,
});

const popupClass = classes(
  popClass,
  'flex max-h-[min(21rem,var(--available-height))] w-[max(var(--anchor-width),min(16rem,calc(100vw-1rem)))] flex-col',
  'overflow-hidden',
);
/** Search field above the list. */
const headClass =
  'min-h-11 rounded-none border-0 bg-transparent shadow-line-b focus:shadow-[inset_0_-2px_0_var(--color-focus)]';

function BelowField(props: ComboboxProps): ReactNode {
  const { label, chip } = props;
  const [open, setOpen] = useState(chip !== undefined);
  const [typed, setTyped] = useState('');
  useCloseOnBack(open, () => setOpen(false));
  return (
    <Base.Root
      {...optionProps(props)}
      open={open}
      onOpenChange={setOpen}
      onInputValueChange={setTyped}
    >
      {chip ? (
        <Base.Trigger render={chip} aria-label={label} />
      ) : (
        <ChosenOption combobox={props} as={Base.Trigger} />
      )}
      <Base.Portal>
        <Base.Positioner
          className="z-(--ft-z-dialog)"
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          {/* the search field is inside: outside, Base UI would hide it from screen readers */}
          <Base.Popup className={popupClass} aria-label={label}>
            <Search label={label} className={headClass} />
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
  const changeOpen = (isOpen: boolean): void => {
    setTyped('');
    setOpen(isOpen);
  };
  return (
    <Base.Root
      {...optionProps(props)}
      inline
      open={open}
      onOpenChange={changeOpen}
      inputValue={typed}
      onInputValueChange={setTyped}
    >
      <ChosenOption
        combobox={props}
        as="button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => changeOpen(true)}
      />
      <LazyMount when={open}>
        <Sheet
          open={open}
          onClose={() => changeOpen(false)}
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

function ChosenOption({
  combobox: { name, value },
  as: Control,
  ...button
}: { combobox: ComboboxProps; as: ElementType } & ComponentProps<'button'>): ReactNode {
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
        className={classes('input', searchInputClass, className)}
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
      {/* always rendered, so that changes are read out */}
      <Base.Empty className="empty:absolute">
        <p className="meta p-2.5">{t`Nothing found`}</p>
      </Base.Empty>
      <Base.List aria-label={label} className={className}>
        {(option: ComboOption) => (
          <Base.Item key={option.value} value={option} className={optionClass}>
            <span className="grow min-w-0">
              <span className="font-medium line-clamp-2 min-w-0 wrap-anywhere">
                <HighlightedText text={option.label} search={typed} />
              </span>
              {option.meta && (
                <span className="meta block">
                  <HighlightedText text={option.meta} search={typed} />
                </span>
              )}
            </span>
            <Base.ItemIndicator>
              <Icon icon={Check} size="s" />
            </Base.ItemIndicator>
          </Base.Item>
        )}
      </Base.List>
    </>
  );
}

/** Text with the searched words marked. */
function HighlightedText({ text, search }: { text: string; search: string }): ReactNode {
  return foundParts(text, search).map((part, index) =>
    part.isFound ? (
      <mark key={index} className="bg-transparent font-strong text-accent-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
