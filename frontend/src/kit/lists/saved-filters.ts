import { readStoredText, storeText } from '../../browser/stored-text.js';
import { identity } from '../../lib/account/identity.js';

const MAX_SAVED = 12;
export const MAX_FILTERS_NAME = 40;

/** Filters and order of a list under a name. */
export interface SavedFilters {
  readonly name: string;
  /** Query of the list's address, without a past day. */
  readonly search: string;
}

const isSaved = (stored: unknown): stored is SavedFilters => {
  const { name, search } = (stored ?? {}) as Partial<SavedFilters>;
  return typeof name === 'string' && typeof search === 'string';
};

/**
 * Filters of a list that this account saved on this device. Filters stand in the address, which can
 * be sent; their names are one person's habit and no fact of the organization.
 */
export function savedFiltersOf(list: string) {
  const storageKey = (): string =>
    `fieldtrace.filters.${list}|${identity().accountId ?? ''}|${identity().organizationId ?? ''}`;
  const read = (): readonly SavedFilters[] => {
    try {
      const stored: unknown = JSON.parse(readStoredText(storageKey()) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isSaved) : [];
    } catch {
      return [];
    }
  };
  const store = (saved: readonly SavedFilters[]): readonly SavedFilters[] => {
    storeText(storageKey(), saved.length > 0 ? JSON.stringify(saved) : undefined);
    return saved;
  };
  const others = (name: string) => read().filter((saved) => saved.name !== name);
  return {
    read,
    /** Whether others fit. */
    hasRoom: (): boolean => read().length < MAX_SAVED,
    /** Saves filters in place of those with the same name. */
    save: (filters: SavedFilters) => store([...others(filters.name), filters].slice(-MAX_SAVED)),
    remove: (name: string) => store(others(name)),
  };
}

/** Query of an address without its past day. */
export function searchOfFilters(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of ['asOf', 'clock']) kept.delete(name);
  kept.sort();
  return kept.toString();
}
