/** So many values by their keys; the longest unused go first. */
export function lastUsed<Value>(most: number) {
  const kept = new Map<string, Value>();

  return {
    get(key: string): Value | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    put(key: string, value: Value): Value {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return value;
    },
    drop: (key: string): boolean => kept.delete(key),
    clear: (): void => kept.clear(),
  };
}
