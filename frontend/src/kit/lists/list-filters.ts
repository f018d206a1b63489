import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isId, MAX_SEARCH_LENGTH } from '#domain/kernel/query.values.js';
import { isDay } from '#domain/kernel/values/days.js';
import type { IconType } from '../../ui/display/icon.js';

export interface Choice<Name> {
  name: Name;
  icon: IconType;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Label of the chip; default is the chosen option. */
  chipLabel?: string | undefined;
  /** Makes the options searchable, because there are many. */
  isSearchable?: boolean;
  /** Set for a sort order, which filters nothing out. */
  isSortOrder?: boolean;
}
interface Fields<Name> {
  /** Parameters that the fields edit. */
  names: readonly Name[];
  icon: IconType;
  chipLabel: string;
  fields: ReactNode;
}
/** Filter of a list: a choice among options, or fields such as two days. */
export type ListFilter<Name> = Choice<Name> | Fields<Name>;

/**
 * Codec of an address parameter. Unknown values read as `none`. `Sent`: type of the query's
 * parameter.
 */
interface Param<Value, Sent extends string> {
  readonly none: Value;
  readonly read: (text: string | null) => Value;
  /** Exists only in types. */
  readonly sent?: Sent;
}

export const choiceParam = <const Value extends string, const None extends Value>(
  values: readonly Value[],
  none: None,
): Param<Value, Exclude<Value, None>> => ({
  none,
  read: (text) => values.find((known) => known === text) ?? none,
});
export const searchParam: Param<string, string> = {
  none: '',
  read: (text) => text?.slice(0, MAX_SEARCH_LENGTH).trim() ?? '',
};
export const dayParam: Param<string, string> = {
  none: '',
  read: (text) => (text !== null && isDay(text) ? text : ''),
};
export const idParam: Param<string | undefined, string> = {
  none: undefined,
  read: (text) => (text !== null && isId(text) ? text : undefined),
};

/** Codec of a list's filters, between address, screen and query. */
export interface FilterCodec<Filters, Sent = Partial<Readonly<Record<string, string>>>> {
  readonly none: Filters;
  readonly read: (search: URLSearchParams) => Filters;
  /** Query parameters, without unset filters. */
  readonly params: (filters: Filters) => Sent;
  /** Whether a filter is set, apart from the exceptions. */
  readonly isFiltered: (filters: Filters, ...except: readonly (keyof Filters)[]) => boolean;
}
export type FiltersOf<Codec> = Codec extends FilterCodec<infer Filters> ? Filters : never;

type Params = Readonly<Record<string, Param<string | undefined, string>>>;
export type Values<Fields extends Params> = {
  readonly [Name in keyof Fields]: ReturnType<Fields[Name]['read']>;
};
type SentOf<Fields extends Params> = {
  readonly [Name in keyof Fields]?: NonNullable<Fields[Name]['sent']>;
};

/** Builds a codec. `normalize` resolves dependencies between parameters. */
export function filterCodec<Fields extends Params>(
  fields: Fields,
  normalize: (values: Values<Fields>) => Values<Fields> = (values) => values,
): FilterCodec<Values<Fields>, SentOf<Fields>> {
  const names = Object.keys(fields);
  const filtersBy = (valueOf: (name: string) => string | undefined): Values<Fields> =>
    normalize(Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values<Fields>);
  const paramsOfSetFilters = (filters: Values<Fields>): [string, string][] =>
    names.flatMap((name) => {
      const value = (filters[name] as string | undefined)?.trim();
      return !value || value === fields[name]?.none ? [] : [[name, value]];
    });
  return {
    none: filtersBy((name) => fields[name]?.none),
    read: (search) => filtersBy((name) => fields[name]?.read(search.get(name))),
    params: (filters) =>
      Object.fromEntries(paramsOfSetFilters(normalize(filters))) as SentOf<Fields>,
    isFiltered: (filters, ...except) =>
      paramsOfSetFilters(filters).some(([name]) => !except.includes(name)),
  };
}

/**
 * Query parameter with the translated names of types, so that a search finds a type by the name on
 * the screen (`valueNames` on the server).
 */
export function typeNamesFor(
  q: string,
  choices: readonly { readonly value: string; readonly label: string }[],
): { typeNames?: string } {
  const translatedTypes = q === '' ? [] : choices.filter(({ value, label }) => label !== value);
  if (translatedTypes.length === 0) return {};
  return {
    typeNames: JSON.stringify(
      Object.fromEntries(translatedTypes.map(({ value, label }) => [value, label])),
    ),
  };
}

/** Parameters of an address, with the past day of the current address. */
export function withPastDay(
  search: URLSearchParams,
  params: Readonly<Record<string, string>>,
): Record<string, string> {
  const pastDayParams = ['asOf', 'clock'].flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(pastDayParams), ...params };
}

/** Filters of a list, stored in the address: they survive reload and Back, and can be shared. */
export function useListFilters<Filters>(codec: FilterCodec<Filters>) {
  const [search, setSearch] = useSearchParams();
  return useMemo(() => {
    const filters = codec.read(search);
    const apply = (next: Filters): void =>
      setSearch(withPastDay(search, codec.params(next) as Record<string, string>), {
        replace: true,
      });
    const change = (changes: Partial<Filters>): void => apply({ ...filters, ...changes });
    return {
      filters,
      change,
      clear: () => apply(codec.none),
      /** Whether one of the filters is set. */
      isSet: (names: readonly (keyof Filters)[]) =>
        names.some((name) => (filters[name] ?? '') !== (codec.none[name] ?? '')),
      reset: (names: readonly (keyof Filters)[]) =>
        change(
          Object.fromEntries(names.map((name) => [name, codec.none[name]])) as Partial<Filters>,
        ),
    };
  }, [codec, search, setSearch]);
}
/** Filters of a list, with functions to change them. */
export type FilterState<Filters> = ReturnType<typeof useListFilters<Filters>>;
