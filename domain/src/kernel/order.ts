/** Compares by code units: for ids, positions, days and times in one format. */
export const compare = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

const alphabet = new Intl.Collator('en-IN', { numeric: true });
/**
 * Compares names by one fixed alphabet, independent of locales. Equal names are compared by code
 * units.
 */
export const compareNames = (one: string, other: string): number =>
  alphabet.compare(one, other) || compare(one, other);
