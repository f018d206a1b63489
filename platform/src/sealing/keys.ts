import type { Key, KeyStore } from '../key-store/key-store.js';

type NewKey = { readonly id: string; readonly key: Uint8Array };

/** How long a key is kept in memory, in milliseconds: so long an erasure may take to reach a process that missed the event. */
const longestKept = 60_000;
const mostKept = 20_000;

/** Keys of persons that were used lately. */
export function keyRing(store: Pick<KeyStore, 'get'>, now: () => number) {
  const kept = new Map<string, { readonly key: Key; readonly until: number }>();
  /** Moves on with each `forget`, so that an answer which was on its way meanwhile is used, but not kept. */
  let forgotten = 0;

  return {
    /** In one round trip for all that are not at hand. @throws KeysMissing for one that the store does not know */
    async of(ids: Iterable<string>): Promise<ReadonlyMap<string, Key>> {
      const found = new Map<string, Key>();
      const wanted: string[] = [];
      for (const id of new Set(ids)) {
        const at = kept.get(id);
        if (at && at.until > now()) found.set(id, at.key);
        else wanted.push(id);
      }
      if (wanted.length === 0) return found;

      const before = forgotten;
      for (const [id, key] of await store.get(wanted)) {
        found.set(id, key);
        if (forgotten === before) keep(id, key);
      }
      return found;
    },
    keep,
    forget(ids: Iterable<string>): void {
      forgotten++;
      for (const id of ids) kept.delete(id);
    },
  };

  function keep(id: string, key: Key): void {
    kept.delete(id);
    kept.set(id, { key, until: now() + longestKept });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
  }
}

/** Keys made ahead, so that no command waits for the key file. Each is durable before it is handed out, and handed out once. */
export function keyPool(store: KeyStore, lot = 128) {
  const ready: NewKey[] = [];
  let refilling: Promise<void> | undefined;

  return async function take(): Promise<NewKey> {
    for (;;) {
      const key = ready.pop();
      // Whoever waits for a refill hears of its failure; one that nobody waits for is tried again by the next command.
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
