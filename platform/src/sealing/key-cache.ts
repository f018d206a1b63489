import { LRUCache } from 'lru-cache';
import type { Key, KeyStore, NewKey } from './key-store/key-store.js';

/** How long a key is kept in memory, in milliseconds: so long an erasure may take to reach a process that missed the event. */
const longestKept = 60_000;
const mostKept = 20_000;

/** Keys of persons that were used lately. */
export function keyCache(store: Pick<KeyStore, 'get'>) {
  const kept = new LRUCache<string, Key>({ max: mostKept, ttl: longestKept });
  /** Moves on with each `forget`, so that an answer which was on its way meanwhile is used, but not kept. */
  let forgotten = 0;

  return {
    keep: (id: string, key: Key) => void kept.set(id, key),
    /** In one round trip for all that are not cached. @throws KeysMissing for one that the store does not know */
    async of(ids: Iterable<string>): Promise<ReadonlyMap<string, Key>> {
      const found = new Map<string, Key>();
      const missing: string[] = [];
      for (const id of new Set(ids)) {
        const cached = kept.get(id);
        if (cached) found.set(id, cached);
        else missing.push(id);
      }
      if (missing.length === 0) return found;

      const before = forgotten;
      for (const [id, key] of await store.get(missing)) {
        found.set(id, key);
        if (forgotten === before) kept.set(id, key);
      }
      return found;
    },
    forget(ids: Iterable<string>): void {
      forgotten++;
      for (const id of ids) kept.delete(id);
    },
  };
}

/** Keys made ahead, so that no command waits for the key store. Each is durable before it is handed out, and handed out once. */
export function keyPool(store: Pick<KeyStore, 'make'>, lot = 128) {
  const ready: NewKey[] = [];
  let refilling: Promise<void> | undefined;

  return async function take(): Promise<NewKey> {
    for (;;) {
      const key = ready.pop();
      // A failed refill that no command waits for is tried again by the next one.
      if (ready.length < lot / 2) refill().catch(() => {});
      if (key) return key;
      await refill();
    }
  };

  function refill(): Promise<void> {
    refilling ??= store
      .make(lot)
      .then((made) => void ready.push(...made))
      .finally(() => (refilling = undefined));
    return refilling;
  }
}
