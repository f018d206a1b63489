import {
  type ClaimEntry,
  type HeldKey,
  type Key,
  KeyStore,
  type StoreHeader,
  type StoredKey,
  randomKey,
} from '../../sealing/key-store/key-store.js';

/** Key store for specs, in memory. */
export class KeyStoreInMemory extends KeyStore {
  private stored: StoreHeader = { hmac: randomKey(), signing: randomKey(), log: null };
  private readonly heldKeys = new Map<string, HeldKey>();

  constructor(
    readonly keys = new Map<string, Key>(),
    readonly claims = new Map<string, ClaimEntry>(),
  ) {
    super();
  }

  /** Another store with the same contents. */
  copy(): KeyStoreInMemory {
    const copied = new KeyStoreInMemory(new Map(this.keys), new Map(this.claims));
    copied.stored = this.stored;
    for (const [id, held] of this.heldKeys) copied.heldKeys.set(id, held);
    return copied;
  }

  async destroy(ids: readonly string[], eventId: string, heldUntil?: string) {
    for (const id of ids) {
      const existing = this.keys.get(id);
      const held = this.heldKeys.get(id);
      const bytes = existing && 'key' in existing ? existing.key : held?.key;
      if (heldUntil === undefined) this.heldKeys.delete(id);
      else if (bytes && !(held && held.until <= heldUntil))
        this.heldKeys.set(id, { key: bytes, until: heldUntil });
      if (!('destroyedBy' in (existing ?? {}))) this.keys.set(id, { destroyedBy: eventId });
    }
  }

  async destroyDue(now: string) {
    const due = [...this.heldKeys].filter(([, { until }]) => until <= now);
    for (const [id] of due) this.heldKeys.delete(id);
    return due.length;
  }

  async findHeld(ids: readonly string[]) {
    return new Map([...this.heldKeys].filter(([id]) => ids.includes(id)));
  }

  async findClaim(id: string) {
    return this.claims.get(id);
  }

  async putClaim(entry: ClaimEntry, replaced?: string) {
    const isReplaceable = this.claims.get(entry.id)?.stream === replaced;
    if (isReplaceable) this.claims.set(entry.id, entry);
    return isReplaceable;
  }

  async removeClaimsOfHolder(holder: string) {
    for (const entry of Array.from(this.claims.values()))
      if (entry.holder === holder) this.claims.delete(entry.id);
  }

  async close() {}

  protected async readHeader() {
    return this.stored;
  }

  protected async writeHeader(header: StoreHeader) {
    this.stored = header;
  }

  protected async insert(keys: readonly { readonly id: string; readonly key: Uint8Array }[]) {
    for (const { id, key } of keys) if (!this.keys.has(id)) this.keys.set(id, { key });
  }

  protected async find(ids: readonly string[]) {
    return new Map([...this.keys].filter(([id]) => ids.includes(id)));
  }

  protected async readClaimPage(after: string, limit: number) {
    return [...this.claims.values()]
      .filter(({ id }) => id > after)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }

  protected async readPage(after: string, limit: number) {
    return [...this.keys]
      .filter(([id]) => id > after)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([id, key]): [string, StoredKey] => [
        id,
        { ...key, ...(this.heldKeys.has(id) && { held: this.heldKeys.get(id)! }) },
      ]);
  }
}
