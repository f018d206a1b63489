import { randomBytes, randomUUID } from 'node:crypto';
import { type Key, type KeyStore, KeysMissing } from '../sealing/key-store/key-store.js';

/** A key store for specs: the rules of the port, and nothing kept. */
export class KeyStoreInMemory implements KeyStore {
  private readonly own = { hmac: randomBytes(32), signing: randomBytes(32) };
  private log: string | undefined;

  constructor(readonly keys = new Map<string, Key>()) {}

  async belongTo(logIdentity: string, logHasEvents: boolean) {
    if (this.log === undefined && logHasEvents) throw new KeysMissing('The keys of this log are missing');
    if ((this.log ??= logIdentity) !== logIdentity) throw new KeysMissing('The keys are those of another log');
  }

  async secrets() {
    return this.own;
  }

  async make(count: number) {
    const made = Array.from({ length: count }, () => ({ id: randomUUID(), key: randomBytes(32) }));
    for (const { id, key } of made) this.keys.set(id, { key });
    return made;
  }

  async get(ids: readonly string[]) {
    return new Map(ids.map((id) => [id, this.keys.get(id) ?? missing(id)]));
  }

  async destroy(ids: readonly string[], eventId: string) {
    for (const id of ids) if (!('destroyedBy' in (this.keys.get(id) ?? {}))) this.keys.set(id, { destroyedBy: eventId });
  }

  async close() {}
}

const missing = (id: string): never => {
  throw new KeysMissing(`There is no key ${id}`);
};
