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

/** Groups items by a key, in the order in which the keys first occur. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
