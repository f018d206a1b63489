import type { Collection as Records } from 'mongodb';
import type { Clock } from '../../common/clock.js';
import type { Mongo } from '../mongo/connect-mongo.js';
import { type MongoPart, isDuplicate, whoeverIsFirst } from '../mongo/mongo-part.js';
import { type KeyValueStore, type Versioned, newVersion, ownerIn } from './key-value-store.js';

type Place = { readonly kind: string; readonly id: string };
/** What goes by itself goes at `sweptAt`, by the server's clock. Whether a record has ended is told by `endsAt` and ours. */
type Kept = {
  readonly _id: Place;
  readonly value: string;
  readonly version: number;
  readonly owner?: string;
  readonly endsAt?: Date;
  readonly sweptAt?: Date;
};
type Counted = { readonly _id: Place; readonly count: number; readonly endsAt: Date; readonly sweptAt: Date };

/** So long a record that has ended is left where it is, as clocks differ. */
const sweepAfter = 10 * 60_000;

/** Secrets in a database of their own. Versions are random, so that one of a record that is gone fits no later record of the same id. */
export class KeyValueStoreOnMongo implements KeyValueStore {
  private readonly secrets: Records<Kept>;
  private readonly counts: Records<Counted>;

  private constructor(
    private readonly part: MongoPart,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.secrets = part.db.collection<Kept>('secrets');
    this.counts = part.db.collection<Counted>('counts');
  }

  /** @throws Unavailable */
  static async open(mongo: Mongo, clock: Pick<Clock, 'now'>): Promise<KeyValueStoreOnMongo> {
    const store = new KeyValueStoreOnMongo(mongo.part('secrets'), clock);
    const sweeping = { name: 'sweeping', key: { sweptAt: 1 }, expireAfterSeconds: 0 } as const;
    const owners = { name: 'owners', key: { '_id.kind': 1, owner: 1 }, partialFilterExpression: { owner: { $exists: true } } } as const;
    await store.part.ask(() => store.secrets.createIndexes([sweeping, owners]));
    await store.part.ask(() => store.counts.createIndexes([sweeping]));
    return store;
  }

  async get<Value>(kind: string, id: string): Promise<Versioned<Value> | undefined> {
    const kept = await this.part.ask(() => this.secrets.findOne({ _id: { $eq: { kind, id } } }));
    return kept && !this.hasEnded(kept) ? versionedOf<Value>(kept) : undefined;
  }

  async put<Value>(kind: string, id: string, value: Value, { expected, expiresAt }: { readonly expected: number; readonly expiresAt?: string }) {
    const version = newVersion();
    const owner = ownerIn(value);
    const record = {
      value: JSON.stringify(value),
      version,
      ...(owner !== undefined && { owner }),
      ...(expiresAt !== undefined && this.ending(expiresAt)),
    };
    const place = { _id: { $eq: { kind, id } } };
    const now = new Date(this.clock.now());
    if (expected !== 0) {
      const there = { ...place, version: { $eq: expected }, $or: [{ endsAt: { $exists: false } }, { endsAt: { $gt: now } }] };
      const { matchedCount } = await this.part.ask(() => this.secrets.replaceOne(there, record));
      return matchedCount === 1 ? version : undefined;
    }
    return this.part.ask(async () => {
      try {
        // In the place of one that has ended, or of none.
        await this.secrets.replaceOne({ ...place, endsAt: { $lte: now } }, record, { upsert: true });
        return version;
      } catch (error) {
        if (isDuplicate(error)) return undefined; // One is there.
        throw error;
      }
    });
  }

  /** Everything in it that has not ended, for a store that takes its place. */
  async *contents(): AsyncIterable<{ readonly kind: string; readonly id: string; readonly value: unknown; readonly expiresAt?: string }> {
    for await (const kept of this.secrets.find({}, { sort: { _id: 1 } })) {
      const { _id, value, endsAt } = kept;
      if (!this.hasEnded(kept)) yield { kind: _id.kind, id: _id.id, value: JSON.parse(value), ...(endsAt && { expiresAt: endsAt.toISOString() }) };
    }
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.part.ask(() => this.secrets.deleteOne({ _id: { $eq: { kind, id } } }));
  }

  async count(kind: string, id: string, windowSeconds: number) {
    const now = new Date(this.clock.now());
    const { endsAt, sweptAt } = this.ending(new Date(now.getTime() + windowSeconds * 1_000).toISOString());
    const goesOn = { $gt: ['$endsAt', now] };
    const counted = {
      count: { $cond: [goesOn, { $add: ['$count', 1] }, 1] },
      endsAt: { $cond: [goesOn, '$endsAt', endsAt] },
      sweptAt: { $cond: [goesOn, '$sweptAt', sweptAt] },
    };
    const record = await this.part.ask(() =>
      whoeverIsFirst(() =>
        this.counts.findOneAndUpdate({ _id: { $eq: { kind, id } } }, [{ $set: counted }], { upsert: true, returnDocument: 'after' }),
      ),
    );
    return { count: record!.count, endsAt: record!.endsAt.toISOString() };
  }

  async ofOwner<Value>(kind: string, owner: string) {
    const found = await this.part.ask(() =>
      this.secrets.find({ '_id.kind': { $eq: kind }, owner: { $eq: owner } }, { sort: { _id: 1 }, hint: 'owners' }).toArray(),
    );
    return found.filter((kept) => !this.hasEnded(kept)).map((kept) => ({ id: kept._id.id, ...versionedOf<Value>(kept) }));
  }

  /** Nothing of its own: the connection is its process's. */
  async close(): Promise<void> {}

  private hasEnded({ endsAt }: Pick<Kept, 'endsAt'>): boolean {
    return endsAt !== undefined && endsAt <= new Date(this.clock.now());
  }

  private ending(expiresAt: string) {
    const endsAt = new Date(expiresAt);
    const remaining = endsAt.getTime() - Date.parse(this.clock.now());
    return { endsAt, sweptAt: new Date(Date.now() + remaining + sweepAfter) };
  }
}

const versionedOf = <Value>({ value, version }: Kept): Versioned<Value> => ({ value: JSON.parse(value) as Value, version });
