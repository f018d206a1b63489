/**
 * So many values by their keys at most; the longest unused go first, half of all at a time.
 *
 * Two generations, so that who is found costs one look: one that is moved to the end of a map with each look leaves a hole, and
 * the map is made anew again and again. What was not asked for while a whole generation was goes.
 */
export function lastUsed<Value>(most: number) {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();
  const put = (key: string, value: Value): Value => {
    newer.set(key, value);
    if (newer.size > most / 2) [older, newer] = [newer, new Map()];
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
      const isThere = older.delete(key);
      return newer.delete(key) || isThere;
    },
    clear(): void {
      newer.clear();
      older.clear();
    },
  };
}
