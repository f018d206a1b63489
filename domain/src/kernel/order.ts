/** For sorting texts by their characters: ids, positions, days and times that are written alike. */
export const compare = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

const alphabet = new Intl.Collator('en-IN', { numeric: true });
/**
 * Sorts names by one alphabet, whatever the server's or browser's locale; equal ones by their
 * characters.
 */
export const compareNames = (one: string, other: string): number =>
  alphabet.compare(one, other) || compare(one, other);
