import { useMemo, useSyncExternalStore } from 'react';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { dayAfter, daysBetween, isDay } from '#domain/kernel/values/days.js';
import { readStoredText, storeText } from '../../browser/stored-text.js';
import { identity } from '../../lib/account/identity.js';

const MAX_SAVED = 12;
export const MAX_FILTERS_NAME = 40;

/** Filters and order of a list under a name. */
export interface SavedFilters {
  readonly name: string;
  /** Query of the list's address, by `searchOfFilters`. */
  readonly search: string;
  /** Days from the first day of a range to the day of use, on which it ends. */
  readonly daysBack?: number;
}

/** Whether two names differ in case, white space or invisible characters at most. */
export const isSameName = (one: string, other: string): boolean =>
  foldText(one) === foldText(other);

const isSaved = (stored: unknown): stored is SavedFilters => {
  const { name, search, daysBack = 0 } = (stored ?? {}) as Partial<SavedFilters>;
  return typeof name === 'string' && typeof search === 'string' && Number.isInteger(daysBack);
};

function parse(text: string): readonly SavedFilters[] {
  try {
    const stored: unknown = JSON.parse(text || '[]');
    return Array.isArray(stored) ? stored.filter(isSaved) : [];
  } catch {
    return [];
  }
}

const readText = (list: string): string => readStoredText(storageKey(list)) ?? '';
const storageKey = (list: string): string =>
  `fieldtrace.filters.${list}|${identity().accountId ?? ''}|${identity().organizationId ?? ''}`;

/** Listeners of this tab. The `storage` event covers other tabs. */
const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/**
 * Filters of a list that this account saved on this device. They stay on the device: filters can be
 * shared by their address, and names are a personal choice.
 */
export function savedFiltersOf(list: string) {
  const read = (): readonly SavedFilters[] => parse(readText(list));
  const store = (saved: readonly SavedFilters[]): void => {
    storeText(storageKey(list), saved.length > 0 ? JSON.stringify(saved) : undefined);
    listeners.forEach((listener) => listener());
  };
  const withoutName = (name: string) => read().filter((saved) => !isSameName(saved.name, name));
  return {
    read,
    /** Saves filters in place of those with the same name. */
    save: (filters: SavedFilters) =>
      store([...withoutName(filters.name), filters].slice(-MAX_SAVED)),
    remove: (name: string) => store(withoutName(name)),
  };
}

/** Saved filters of a list, also after a change in another tab. */
export function useSavedFilters(list: string) {
  const text = useSyncExternalStore(subscribe, () => readText(list));
  const saved = useMemo(() => parse(text), [text]);
  return { ...savedFiltersOf(list), saved, isFull: saved.length >= MAX_SAVED };
}

/** Query of an address without its past day, and without the search, which may name a person. */
export function searchOfFilters(search: URLSearchParams): string {
  const params = new URLSearchParams(search);
  for (const name of ['asOf', 'clock', 'q']) params.delete(name);
  params.sort();
  return params.toString();
}

/** Filters to save. A range that ends today will end on the day of use. */
export function filtersToSave(search: string, today: string): Omit<SavedFilters, 'name'> {
  const params = new URLSearchParams(search);
  const from = params.get('from') ?? '';
  if (!isDay(from) || from > today || params.get('to') !== today) return { search };
  params.delete('from');
  params.delete('to');
  return { search: params.toString(), daysBack: daysBetween(from, today) };
}

/** Query of saved filters on a day. */
export function savedSearchOnDay({ search, daysBack }: SavedFilters, today: string): string {
  if (daysBack === undefined) return search;
  const params = new URLSearchParams(search);
  params.set('from', dayAfter(today, -daysBack));
  params.set('to', today);
  params.sort();
  return params.toString();
}
