import { type Key, KeyStore, type StoreHeader, randomKey } from '../sealing/key-store/key-store.js';

/** A key store for specs: the rules of the port, and nothing kept. */
export class KeyStoreInMemory extends KeyStore {
  private stored: StoreHeader = { hmac: randomKey(), signing: randomKey(), log: null };

  constructor(readonly keys = new Map<string, Key>()) {
    super();
  }

  async destroy(ids: readonly string[], eventId: string) {
    for (const id of ids) if (!('destroyedBy' in (this.keys.get(id) ?? {}))) this.keys.set(id, { destroyedBy: eventId });
  }

  async close() {}

  protected async header() {
    return this.stored;
  }

  protected async setHeader(header: StoreHeader) {
    this.stored = header;
  }

  protected async insert(keys: readonly { readonly id: string; readonly key: Uint8Array }[]) {
    for (const { id, key } of keys) if (!this.keys.has(id)) this.keys.set(id, { key });
  }

  protected async find(ids: readonly string[]) {
    return new Map([...this.keys].filter(([id]) => ids.includes(id)));
  }

  protected async page(after: string, limit: number) {
    return [...this.keys]
      .filter(([id]) => id > after)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, limit);
  }
}
