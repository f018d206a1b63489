import { Binary, type Collection } from 'mongodb';
import type { Mongo } from '../../storage/mongo/connect-mongo.js';
import { type MongoPart, retryOnDuplicate } from '../../storage/mongo/mongo-part.js';
import {
  type ClaimEntry,
  type HeldKey,
  type Key,
  KeyStore,
  KeysMissing,
  type NewKey,
  type StoreHeader,
  type StoredKey,
  randomKey,
} from './key-store.js';

type HeaderDocument = {
  readonly _id: 'store';
  readonly hmac: Binary;
  readonly signing: Binary;
  readonly log: string | null;
};
type KeyDocument = {
  readonly _id: string;
  readonly key?: Binary;
  readonly destroyedBy?: string;
  readonly held?: { readonly key: Binary; readonly until: string };
};

type ClaimDocument = Omit<ClaimEntry, 'id'> & { readonly _id: string };

const toClaim = ({ _id, ...entry }: ClaimDocument): ClaimEntry => ({ id: _id, ...entry });
const toBytes = (binary: Binary) => new Uint8Array(binary.value());
const toKey = ({ _id, key, destroyedBy }: KeyDocument): [string, Key] => [
  _id,
  key ? { key: toBytes(key) } : { destroyedBy: destroyedBy! },
];
const toHeldKey = ({ held }: KeyDocument): HeldKey | undefined =>
  held && { key: toBytes(held.key), until: held.until };

/**
 * Keys in a database of their own, with rights and backups of its own. Bytes of a destroyed key
 * leave the files with later writes, and the oplog when it wraps around.
 */
export class KeyStoreOnMongo extends KeyStore {
  private readonly headers: Collection<HeaderDocument>;
  private readonly keys: Collection<KeyDocument>;
  private readonly claims: Collection<ClaimDocument>;

  private constructor(private readonly part: MongoPart) {
    super();
    this.headers = part.db.collection<HeaderDocument>('store');
    this.keys = part.db.collection<KeyDocument>('keys');
    this.claims = part.db.collection<ClaimDocument>('claims');
  }

  /**
   * Creates the two secrets at the first start; of concurrent starts, one wins.
   * @throws Unavailable
   */
  static async open(mongo: Mongo): Promise<KeyStoreOnMongo> {
    const store = new KeyStoreOnMongo(mongo.part('keys'));
    const header = {
      $setOnInsert: { hmac: new Binary(randomKey()), signing: new Binary(randomKey()), log: null },
    };
    await store.part.ask(() =>
      retryOnDuplicate(() => store.headers.updateOne({ _id: 'store' }, header, { upsert: true })),
    );
    await store.part.ask(() =>
      store.keys.createIndex({ 'held.until': 1 }, { name: 'held', sparse: true }),
    );
    await store.part.ask(() => store.claims.createIndex({ holder: 1 }, { name: 'holder' }));
    return store;
  }

  async destroy(ids: readonly string[], eventId: string, heldUntil?: string): Promise<void> {
    if (ids.length === 0) return;
    const until = { $min: ['$held.until', { $literal: heldUntil }] };
    const bytes = { $ifNull: ['$key', '$held.key'] };
    // A missing field is left out of the replacement document.
    const held = { $cond: [{ $gt: [bytes, null] }, { key: bytes, until }, '$$REMOVE'] };
    const destroyedBy = { $ifNull: ['$destroyedBy', { $literal: eventId }] };
    const tombstone = [
      { $replaceWith: { _id: '$_id', destroyedBy, ...(heldUntil !== undefined && { held }) } },
    ];
    const operations = [...new Set(ids)].map((_id) => ({
      updateOne: { filter: { _id }, update: tombstone, upsert: true },
    }));
    await this.part.ask(() =>
      retryOnDuplicate(() => this.keys.bulkWrite(operations, { ordered: false })),
    );
  }

  async destroyDue(now: string): Promise<number> {
    const due = await this.part.ask(() =>
      this.keys.updateMany({ 'held.until': { $lte: now } }, { $unset: { held: '' } }),
    );
    return due.modifiedCount;
  }

  async findHeld(ids: readonly string[]) {
    const filter = { _id: { $in: [...ids] }, held: { $exists: true } };
    const found = await this.part.ask(() =>
      this.keys.find(filter, { batchSize: ids.length + 1 }).toArray(),
    );
    return new Map(found.map((document) => [document._id, toHeldKey(document)!]));
  }

  async findClaim(id: string) {
    const found = await this.part.ask(() => this.claims.findOne({ _id: id }));
    return found ? toClaim(found) : undefined;
  }

  async putClaim({ id, ...entry }: ClaimEntry, replaced?: string): Promise<boolean> {
    if (replaced !== undefined)
      return (
        (
          await this.part.ask(() =>
            this.claims.updateOne({ _id: id, stream: replaced }, { $set: entry }),
          )
        ).matchedCount > 0
      );
    const insert = () =>
      this.claims.updateOne({ _id: id }, { $setOnInsert: entry }, { upsert: true });
    return (await this.part.ask(() => retryOnDuplicate(insert))).upsertedCount > 0;
  }

  async removeClaimsOfHolder(holder: string): Promise<void> {
    await this.part.ask(() => this.claims.deleteMany({ holder }));
  }

  async close(): Promise<void> {}

  protected async readHeader(): Promise<StoreHeader> {
    const header = await this.part.ask(() => this.headers.findOne({ _id: 'store' }));
    if (!header) throw new KeysMissing('The keys are gone');
    return { hmac: toBytes(header.hmac), signing: toBytes(header.signing), log: header.log };
  }

  protected async writeHeader({ hmac, signing, log }: StoreHeader): Promise<void> {
    const header = { hmac: new Binary(hmac), signing: new Binary(signing), log };
    await this.part.ask(() =>
      this.headers.updateOne({ _id: 'store', log: { $in: [null, log] } }, { $set: header }),
    );
  }

  protected async insert(keys: readonly NewKey[]): Promise<void> {
    if (keys.length === 0) return;
    const operations = keys.map(({ id, key }) => ({
      updateOne: {
        filter: { _id: id },
        update: { $setOnInsert: { key: new Binary(key) } },
        upsert: true,
      },
    }));
    await this.part.ask(() => this.keys.bulkWrite(operations, { ordered: false }));
  }

  protected async find(ids: readonly string[]) {
    const found = await this.part.ask(() =>
      this.keys.find({ _id: { $in: [...ids] } }, { batchSize: ids.length + 1 }).toArray(),
    );
    return new Map(found.map(toKey));
  }

  protected async readClaimPage(after: string, limit: number) {
    const options = { sort: { _id: 1 }, limit, batchSize: limit + 1 } as const;
    return (
      await this.part.ask(() => this.claims.find({ _id: { $gt: after } }, options).toArray())
    ).map(toClaim);
  }

  protected async readPage(after: string, limit: number) {
    const found = await this.part.ask(() =>
      this.keys
        .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, batchSize: limit + 1 })
        .toArray(),
    );
    return found.map((document): [string, StoredKey] => {
      const [[id, key], held] = [toKey(document), toHeldKey(document)];
      return [id, held ? { ...key, held } : key];
    });
  }
}
