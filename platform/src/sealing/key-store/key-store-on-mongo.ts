import { Binary, type Collection as Records } from 'mongodb';
import { randomBytes } from 'node:crypto';
import type { Mongo } from '../../storage/mongo/connect-mongo.js';
import { type MongoPart, whoeverIsFirst } from '../../storage/mongo/mongo-part.js';
import { type Key, type KeyStore, KeysMissing, type KeysMoved, allOf, bytesOfAKey, mustBind, newKeys } from './key-store.js';

type Store = { readonly _id: 'store'; readonly hmac: Binary; readonly signing: Binary; readonly log: string | null };
type Kept = { readonly _id: string; readonly key?: Binary; readonly destroyedBy?: string };

const random = () => new Binary(randomBytes(bytesOfAKey));

/**
 * The keys in a database of their own, so that it can have rights and backups of its own, or a server. A destroyed key is gone
 * for who asks; its bytes leave the server's files as it writes on, and its log of changes when that has gone round, which
 * belongs to how long backups live.
 */
export class KeyStoreOnMongo implements KeyStore {
  private readonly stores: Records<Store>;
  private readonly keys: Records<Kept>;

  private constructor(private readonly part: MongoPart) {
    this.stores = part.db.collection<Store>('store');
    this.keys = part.db.collection<Kept>('keys');
  }

  /** Makes the two secrets in the first start; of several first starts at once, in one of them. @throws Unavailable */
  static async open(mongo: Mongo): Promise<KeyStoreOnMongo> {
    const store = new KeyStoreOnMongo(mongo.part('keys'));
    const made = { $setOnInsert: { hmac: random(), signing: random(), log: null } };
    await store.part.ask(() => whoeverIsFirst(() => store.stores.updateOne({ _id: 'store' }, made, { upsert: true })));
    return store;
  }

  async belongTo(logIdentity: string, logHasEvents: boolean): Promise<void> {
    if (!mustBind((await this.store()).log, logIdentity, logHasEvents)) return;
    await this.part.ask(() => this.stores.updateOne({ _id: 'store', log: null }, { $set: { log: logIdentity } }));
    // Another process may have been faster, with another log.
    if ((await this.store()).log !== logIdentity) throw new KeysMissing('The keys belong to another log');
  }

  async secrets() {
    const { hmac, signing } = await this.store();
    return { hmac: bytesIn(hmac), signing: bytesIn(signing) };
  }

  async make(count: number) {
    const keys = newKeys(count);
    if (count > 0) await this.part.ask(() => this.keys.insertMany(keys.map(({ id, key }) => ({ _id: id, key: new Binary(key) }))));
    return keys;
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, Key>> {
    if (ids.length === 0) return new Map();
    const found = await this.part.ask(() => this.keys.find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 }).toArray());
    return allOf(ids, new Map(found.map(keyIn)));
  }

  async destroy(ids: readonly string[], eventId: string): Promise<void> {
    if (ids.length === 0) return;
    const tombstone = [{ $replaceWith: { _id: '$_id', destroyedBy: { $ifNull: ['$destroyedBy', { $literal: eventId }] } } }];
    const operations = [...new Set(ids)].map((_id) => ({ updateOne: { filter: { _id }, update: tombstone, upsert: true } }));
    await this.part.ask(() => whoeverIsFirst(() => this.keys.bulkWrite(operations, { ordered: false })));
  }

  /**
   * Takes what another store holds, for the log to which its events are moved. Doing it twice is safe: a key that was destroyed
   * here meanwhile stays so.
   * @throws KeysMissing if it has keys of its own, or belongs to another log
   */
  async take({ hmac, signing, lots }: KeysMoved, logIdentity: string): Promise<void> {
    const there = await this.store();
    if (there.log !== null && there.log !== logIdentity) throw new KeysMissing('The keys belong to another log');
    const isBegun = Buffer.compare(bytesIn(there.hmac), hmac) === 0;
    if (!isBegun && (await this.part.ask(() => this.keys.findOne({})))) throw new KeysMissing('There are keys of another installation already');
    const secrets = { hmac: new Binary(hmac), signing: new Binary(signing), log: logIdentity };
    await this.part.ask(() => this.stores.updateOne({ _id: 'store' }, { $set: secrets }));
    for await (const lot of lots) {
      const made = lot.flatMap(([_id, key]) => ('key' in key ? [{ _id, key: new Binary(key.key) }] : []));
      const operations = made.map(({ _id, key }) => ({ updateOne: { filter: { _id }, update: { $setOnInsert: { key } }, upsert: true } }));
      if (operations.length > 0) await this.part.ask(() => this.keys.bulkWrite(operations, { ordered: false }));
      for (const [id, key] of lot) if ('destroyedBy' in key) await this.destroy([id], key.destroyedBy);
    }
  }

  /** Everything in it, for a store that takes its place. @throws KeysMissing if it belongs to another log, or to none */
  async contents(logIdentity: string): Promise<KeysMoved> {
    const { hmac, signing, log } = await this.store();
    if (log !== logIdentity) throw new KeysMissing('The keys belong to another log');
    return { hmac: bytesIn(hmac), signing: bytesIn(signing), lots: this.lots() };
  }

  private async *lots() {
    const next = (after: string) =>
      this.part.ask(() => this.keys.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: 1_000, batchSize: 1_001 }).toArray());
    for (let found = await next(''); found.length > 0; found = await next(found.at(-1)!._id)) yield found.map(keyIn);
  }

  /** Nothing of its own: the connection is its process's. */
  async close(): Promise<void> {}

  private async store(): Promise<Store> {
    const store = await this.part.ask(() => this.stores.findOne({ _id: 'store' }));
    if (!store) throw new KeysMissing('The keys are gone');
    return store;
  }
}

const bytesIn = (binary: Binary) => new Uint8Array(binary.value());
const keyIn = ({ _id, key, destroyedBy }: Kept): [string, Key] => [_id, key ? { key: bytesIn(key) } : { destroyedBy: destroyedBy! }];
