import { t } from '@lingui/core/macro';
import { ChevronDown, ListFilter as Filter, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#domain/kernel/query.values.js';
import { classes } from '../../ui/classes.js';
import { lazyPart } from '../../ui/loading/code.js';
import { IconButton } from '../../ui/buttons/button.js';
import { Chip } from '../../ui/inputs/choice.js';
import type { IconType } from '../../ui/display/icon.js';
import { SearchField } from '../../ui/inputs/input.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { LazyMount, MenuOnPress } from '../../ui/loading/lazy-mount.js';
import type { FilterState, Choice, ListFilter } from './list-filters.js';

// loaded when a filter opens
const Combobox = lazyPart(async () => ({
  default: (await import('../../ui/inputs/combobox.js')).Combobox,
}));
const FilterSheet = lazyPart(() => import('./filter-sheet.js'));

interface ListToolsProps<Filters> {
  filterState: FilterState<Filters>;
  /** Left out for a list without search. */
  search?: { label: string; placeholder: string };
  filters: readonly ListFilter<keyof Filters & string>[];
  /** Count of listed records: `12 leads`. */
  count: string | undefined;
  /** Whether only the button of the filters shows. */
  isFolded?: boolean | undefined;
  /** Further tools beside the filters. */
  children?: ReactNode;
}

/** Label of the chosen value; `chipLabel` while searchable options are not loaded. */
const labelOf = ({ options, isSearchable, chipLabel }: Choice<unknown>, chosen: string): string =>
  (isSearchable && chipLabel) ||
  ((options.find(({ value }) => value === chosen) ?? options[0])?.label ?? '');

export const valueOf = <Filters,>({ filters }: FilterState<Filters>, name: keyof Filters): string =>
  (filters[name] ?? '') as string;

/** Filters with their chosen value, chip label, and whether they are set. */
export const describeFilters = <Filters,>(
  filterState: FilterState<Filters>,
  filters: readonly ListFilter<keyof Filters & string>[],
) =>
  filters.map((filter) => {
    const names = 'fields' in filter ? filter.names : [filter.name];
    const chosen =
      'fields' in filter ? filter.chipLabel : labelOf(filter, valueOf(filterState, filter.name));
    return {
      filter,
      names,
      chosen,
      chipLabel: filter.chipLabel ?? chosen,
      isSet: !('isSortOrder' in filter) && filterState.isSet(names),
    };
  });

/**
 * Search and filters of a list. A wide screen has a chip per filter; a phone has a sheet and chips
 * that remove filters.
 */
export function ListTools<Filters extends { readonly q: string }>({
  filterState,
  search,
  filters,
  count,
  isFolded = false,
  children,
}: ListToolsProps<Filters>): ReactNode {
  type Name = keyof Filters & string;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (name: Name, value: string): void =>
    filterState.change({ [name]: value } as Partial<Filters>);
  const describedFilters = describeFilters(filterState, filters);
  const activeFilters = describedFilters.filter(({ isSet }) => isSet);
  const clear = (names: readonly Name[]): void => {
    filterState.reset(names);
    button.current?.focus();
  };
  return (
    <>
      <div className="row wrap">
        {search && !isFolded && (
          <SearchField
            {...search}
            maxLength={MAX_SEARCH_LENGTH}
            q={filterState.filters.q}
            onSearch={(q) => filterState.change({ q } as Partial<Filters>)}
          />
        )}
        <span className="row wrap max-md:hidden md:[&_.chip]:min-h-[max(var(--spacing-control),2.5rem)]">
          {describedFilters.map(({ filter, names, chipLabel, isSet }) => (
            <span key={names.join()} className="relative inline-flex">
              {'fields' in filter ? (
                <Chip
                  {...chipLook(filter.icon, isSet)}
                  aria-haspopup="dialog"
                  onClick={() => setOpen(true)}
                >
                  {chipLabel}
                </Chip>
              ) : (
                <MenuChip
                  {...filter}
                  chipLabel={chipLabel}
                  isSet={isSet}
                  value={valueOf(filterState, filter.name)}
                  onValue={(value) => choose(filter.name, value)}
                />
              )}
              {isSet && (
                <IconButton
                  icon={X}
                  label={'label' in filter ? t`Clear ${filter.label}` : t`Clear days`}
                  className="absolute inset-y-0 right-0 w-9 text-accent-soft-ink [&_.i]:size-4"
                  onClick={({ currentTarget }) => {
                    // this button goes, so the focus moves to the chip
                    currentTarget.parentElement?.querySelector('button')?.focus();
                    filterState.reset(names);
                  }}
                />
              )}
            </span>
          ))}
        </span>
        {filters.length > 0 && (
          <IconButton
            ref={button}
            label={activeFilters.length > 0 ? t`Filters, filtered` : t`Filters`}
            icon={Filter}
            kind={activeFilters.length > 0 ? 'soft' : 'plain'}
            className={classes('flex-none md:hidden', !isFolded && 'min-h-12 w-12')}
            onClick={() => setOpen(true)}
          />
        )}
        {!isFolded && children}
      </div>
      {activeFilters.length > 0 && !isFolded && (
        <div className="flex flex-wrap gap-2 md:hidden">
          {activeFilters.map(({ names, chipLabel }) => (
            <Chip
              key={names.join()}
              on
              aria-label={t`Remove filter ${chipLabel}`}
              onClick={() => clear(names)}
            >
              {chipLabel}
            </Chip>
          ))}
        </div>
      )}
      <LazyMount when={open}>
        <FilterSheet
          open={open}
          onClose={() => setOpen(false)}
          count={count}
          filters={filters}
          valueOf={(name) => valueOf(filterState, name as Name)}
          onValue={(name, value) => choose(name as Name, value)}
          onReset={
            activeFilters.length > 0
              ? () => filterState.reset(activeFilters.flatMap(({ names }) => names))
              : undefined
          }
        />
      </LazyMount>
    </>
  );
}

/** Look of a filter's chip; a set one leaves room for the button that clears it. */
const chipLook = (icon: IconType, isSet: boolean) =>
  isSet ? { icon, className: 'is-on pr-9' } : { icon, endIcon: ChevronDown };

interface MenuChipProps extends Pick<
  Choice<string>,
  'icon' | 'label' | 'options' | 'isSearchable'
> {
  /** Label of the chip. */
  chipLabel: string;
  isSet?: boolean;
  value: string;
  onValue: (value: string) => void;
}

/** Filter chip that opens a menu or a searchable list, loaded at the first press. */
function MenuChip({
  icon,
  label,
  chipLabel,
  isSet = false,
  value,
  options,
  isSearchable,
  onValue,
}: MenuChipProps): ReactNode {
  const chipProps = { ...chipLook(icon, isSet), children: chipLabel };
  if (!isSearchable)
    return (
      <LazyMenu
        align="start"
        trigger={<Chip {...chipProps} />}
        entries={[{ kind: 'choice', label, value, options, onValue }]}
      />
    );
  return (
    <MenuOnPress
      button={
        <Chip
          {...chipProps}
          role="combobox"
          aria-expanded={false}
          aria-label={label}
          aria-haspopup="dialog"
        />
      }
    >
      <Combobox
        label={label}
        options={options}
        value={options.find((option) => option.value === value)}
        onValue={(option) => onValue(option.value)}
        chip={<Chip {...chipProps} />}
      />
    </MenuOnPress>
  );
}
