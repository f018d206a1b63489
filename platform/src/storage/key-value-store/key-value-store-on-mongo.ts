import type { Collection } from 'mongodb';
import type { Clock } from '../../common/clock.js';
import type { Mongo } from '../mongo/connect-mongo.js';
import { type MongoPart, isDuplicate } from '../mongo/mongo-part.js';
import {
  KeyValueStore,
  type PutOptions,
  type StoredEntry,
  type Versioned,
  newVersion,
  ownerIn,
} from './key-value-store.js';

/** `endsAt` goes by our clock, `sweptAt` by the server's, which deletes the record then. */
type RecordDocument = {
  readonly _id: { readonly kind: string; readonly id: string };
  readonly value: string;
  readonly version: number;
  readonly owner?: string;
  readonly endsAt?: Date;
  readonly sweptAt?: Date;
};

/** An expired record is left for so long, as clocks differ. */
const sweepAfter = 10 * 60_000;

/**
 * Records in a database of their own. Ids are compared with `$eq`, so that one that reads like a
 * query is an id.
 */
export class KeyValueStoreOnMongo extends KeyValueStore {
  private readonly records: Collection<RecordDocument>;

  private constructor(
    private readonly part: MongoPart,
    clock: Pick<Clock, 'now'>,
  ) {
    super(clock);
    this.records = part.db.collection<RecordDocument>('secrets');
  }

  /** @throws Unavailable */
  static async open(mongo: Mongo, clock: Pick<Clock, 'now'>): Promise<KeyValueStoreOnMongo> {
    const store = new KeyValueStoreOnMongo(mongo.part('secrets'), clock);
    const sweeping = { name: 'sweeping', key: { sweptAt: 1 }, expireAfterSeconds: 0 } as const;
    const owners = {
      name: 'owners',
      key: { '_id.kind': 1, owner: 1 },
      partialFilterExpression: { owner: { $exists: true } },
    } as const;
    await store.part.ask(() => store.records.createIndexes([sweeping, owners]));
    return store;
  }

  async get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined> {
    const found = await this.part.ask(() =>
      this.records.findOne({ _id: { $eq: { kind, id } }, ...this.unexpired() }),
    );
    return found ? versionedOf<Value>(found) : undefined;
  }

  async getMany<Value>(kind: string, ids: readonly string[]) {
    const wanted = [...new Set(ids)].map((id) => ({ kind, id }));
    if (wanted.length === 0) return new Map<string, Versioned<Value>>();
    const found = await this.part.ask(() =>
      this.records.find({ _id: { $in: wanted }, ...this.unexpired() }).toArray(),
    );
    return new Map(found.map((record) => [record._id.id, versionedOf<Value>(record)]));
  }

  async put<Value>(kind: string, id: string, value: Value, { expected, expiresAt }: PutOptions) {
    const version = newVersion();
    const owner = ownerIn(value);
    const record = {
      ...{ value: JSON.stringify(value), version },
      ...(owner !== undefined && { owner }),
      ...(expiresAt !== undefined && this.ending(expiresAt)),
    };
    const _id = { $eq: { kind, id } };
    const upsert = expected === 0;
    // In the place of an expired one, or of none.
    const before = upsert
      ? { endsAt: { $lte: new Date(this.clock.now()) } }
      : { version: { $eq: expected }, ...this.unexpired() };
    return this.part.ask(async () => {
      try {
        const { matchedCount, upsertedCount } = await this.records.replaceOne(
          { _id, ...before },
          record,
          { upsert },
        );
        return matchedCount + upsertedCount === 1 ? version : undefined;
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    });
  }

  async *contents(): AsyncGenerator<StoredEntry> {
    for await (const { _id, value, endsAt } of this.records.find(this.unexpired()))
      yield { ..._id, value: JSON.parse(value), expiresAt: endsAt?.toISOString() };
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.part.ask(() => this.records.deleteOne({ _id: { $eq: { kind, id } } }));
  }

  async ofOwner<Value>(kind: string, owner: string) {
    const owned = { '_id.kind': { $eq: kind }, owner: { $eq: owner }, ...this.unexpired() };
    const found = await this.part.ask(() =>
      this.records.find(owned, { sort: { _id: 1 }, hint: 'owners' }).toArray(),
    );
    return found.map((record) => ({ id: record._id.id, ...versionedOf<Value>(record) }));
  }

  async close(): Promise<void> {}

  private unexpired() {
    return {
      $or: [{ endsAt: { $exists: false } }, { endsAt: { $gt: new Date(this.clock.now()) } }],
    };
  }

  private ending(expiresAt: string) {
    const endsAt = new Date(expiresAt);
    const remaining = endsAt.getTime() - Date.parse(this.clock.now());
    return { endsAt, sweptAt: new Date(Date.now() + remaining + sweepAfter) };
  }
}

const versionedOf = <Value>({ value, version }: RecordDocument): Versioned<Value> => ({
  value: JSON.parse(value) as Value,
  version,
});
