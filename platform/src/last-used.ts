/**
 * So many values by their keys at most, or values of so much weight; the longest unused go first, half of all at a time.
 *
 * Two generations, so that who is found costs one look: one that is moved to the end of a map with each look leaves a hole, and
 * the map is made anew again and again. What was not asked for while a whole generation was goes.
 */
export function lastUsed<Value>(most: number, weightOf: (value: Value) => number = () => 1) {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();
  /** Of the newer ones. */
  let weight = 0;
  const weightAt = (key: string): number => {
    const value = newer.get(key);
    return value === undefined ? 0 : weightOf(value);
  };
  const put = (key: string, value: Value): Value => {
    weight += weightOf(value) - weightAt(key);
    newer.set(key, value);
    if (weight > most / 2) [older, newer, weight] = [newer, new Map(), 0];
    return value;
  };

  return {
    get(key: string): Value | undefined {
      const value = newer.get(key);
      if (value !== undefined) return value;
      const old = older.get(key);
      return old === undefined ? undefined : put(key, old);
    },
    put,
    drop(key: string): boolean {
      weight -= weightAt(key);
      const isThere = older.delete(key);
      return newer.delete(key) || isThere;
    },
    clear(): void {
      newer.clear();
      older.clear();
      weight = 0;
    },
  };
}
