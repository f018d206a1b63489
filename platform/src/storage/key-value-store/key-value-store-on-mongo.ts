import type { Collection } from 'mongodb';
import type { Clock } from '../../common/clock.js';
import type { Mongo } from '../mongo/connect-mongo.js';
import { type MongoPart, isDuplicate } from '../mongo/mongo-part.js';
import {
  KeyValueStore,
  type PutOptions,
  type StoredEntry,
  type Versioned,
  randomVersion,
  ownerField,
} from './key-value-store.js';

/** `endsAt` is by our clock. MongoDB deletes the record at `sweptAt`, by its own clock. */
type RecordDocument = {
  readonly _id: { readonly kind: string; readonly id: string };
  readonly value: string;
  readonly version: number;
  readonly owner?: string;
  readonly endsAt?: Date;
  readonly sweptAt?: Date;
};

/** Delay of the deletion after the expiry, because clocks differ. */
const SWEEP_DELAY_MS = 10 * 60_000;

/** Records in a separate database. Ids are compared with `$eq`: none acts as an operator. */
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
    const ttlIndex = { name: 'sweeping', key: { sweptAt: 1 }, expireAfterSeconds: 0 } as const;
    const ownerIndex = {
      name: 'owners',
      key: { '_id.kind': 1, owner: 1 },
      partialFilterExpression: { owner: { $exists: true } },
    } as const;
    await store.part.ask(() => store.records.createIndexes([ttlIndex, ownerIndex]));
    return store;
  }

  async get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined> {
    const found = await this.part.ask(() =>
      this.records.findOne({ _id: { $eq: { kind, id } }, ...this.unexpiredFilter() }),
    );
    return found ? toVersioned<Value>(found) : undefined;
  }

  async getMany<Value>(kind: string, ids: readonly string[]) {
    const recordIds = [...new Set(ids)].map((id) => ({ kind, id }));
    if (recordIds.length === 0) return new Map<string, Versioned<Value>>();
    const found = await this.part.ask(() =>
      this.records.find({ _id: { $in: recordIds }, ...this.unexpiredFilter() }).toArray(),
    );
    return new Map(found.map((record) => [record._id.id, toVersioned<Value>(record)]));
  }

  async put<Value>(kind: string, id: string, value: Value, { expected, expiresAt }: PutOptions) {
    const version = randomVersion();
    const owner = ownerField(value);
    const record = {
      value: JSON.stringify(value),
      version,
      ...(owner !== undefined && { owner }),
      ...(expiresAt !== undefined && this.expiryFields(expiresAt)),
    };
    const _id = { $eq: { kind, id } };
    const upsert = expected === 0;
    // Replaces an expired record, or inserts one.
    const condition = upsert
      ? { endsAt: { $lte: new Date(this.clock.now()) } }
      : { version: { $eq: expected }, ...this.unexpiredFilter() };
    return this.part.ask(async () => {
      try {
        const { matchedCount, upsertedCount } = await this.records.replaceOne(
          { _id, ...condition },
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

  async *readAll(): AsyncGenerator<StoredEntry> {
    for await (const { _id, value, endsAt } of this.records.find(this.unexpiredFilter()))
      yield { ..._id, value: JSON.parse(value), expiresAt: endsAt?.toISOString() };
  }

  async *readNames(): AsyncGenerator<Pick<StoredEntry, 'kind' | 'id'>> {
    const found = this.records.find(this.unexpiredFilter(), { projection: { _id: 1 } });
    for await (const { _id } of found) yield _id;
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.part.ask(() => this.records.deleteOne({ _id: { $eq: { kind, id } } }));
  }

  async findByOwner<Value>(kind: string, owner: string) {
    const filter = { '_id.kind': { $eq: kind }, owner: { $eq: owner }, ...this.unexpiredFilter() };
    const found = await this.part.ask(() =>
      this.records.find(filter, { sort: { _id: 1 }, hint: 'owners' }).toArray(),
    );
    return found.map((record) => ({ id: record._id.id, ...toVersioned<Value>(record) }));
  }

  async close(): Promise<void> {}

  private unexpiredFilter() {
    return {
      $or: [{ endsAt: { $exists: false } }, { endsAt: { $gt: new Date(this.clock.now()) } }],
    };
  }

  private expiryFields(expiresAt: string) {
    const endsAt = new Date(expiresAt);
    const remaining = endsAt.getTime() - Date.parse(this.clock.now());
    return { endsAt, sweptAt: new Date(Date.now() + remaining + SWEEP_DELAY_MS) };
  }
}

const toVersioned = <Value>({ value, version }: RecordDocument): Versioned<Value> => ({
  value: JSON.parse(value) as Value,
  version,
});
