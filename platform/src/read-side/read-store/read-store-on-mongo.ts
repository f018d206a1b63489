import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Db,
  MongoServerError,
  type Collection as Records,
} from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { pause } from '../../common/clock.js';
import type { Mongo } from '../../storage/mongo/connect-mongo.js';
import { type MongoPart, DEADLINES_MS, retryOnDuplicate } from '../../storage/mongo/mongo-part.js';
import { Writer } from '../../storage/mongo/writer.js';
import { CollectionOnMongo } from './collection-on-mongo.js';
import {
  type Checkpoint,
  CheckpointMoved,
  type Collection,
  type CountQuery,
  type IndexTime,
  type Lease,
  NoSuchCollection,
  type Page,
  ReadStore,
  type Write,
  LIVE_TRACK,
  checkpointStateId,
} from './read-store.js';

/** Version of the records' format, a part of each set's name. Another version is another set. */
const FORMAT_VERSION = 7;

type StateRecord = { readonly _id: string; readonly value: unknown };
type LeaseRecord = {
  readonly holder: string;
  readonly until: Date;
  readonly epoch: number;
  /** Another process that waits, with the number of its leases. */
  readonly waiting?: { readonly held: number; readonly until: Date };
};
type CollectionMetadata = { readonly declared: string };

/** Time for which a declaration is trusted. A collection outlives its metadata that long. */
const DECLARATION_TRUSTED_MS = 500;

const LEASE_ID = 'lease';
const STATE_COLLECTION = 'state';
const metadataId = (name: string) => `collection ${name}`;

type Options = {
  /** Set of views whose collections are used (`viewSetOf`); by default those without a name. */
  readonly set?: string | undefined;
  /** Milliseconds by which the server's clock is ahead, for specs. */
  readonly clockAheadMs?: () => number;
};

/**
 * Views in a MongoDB replica set. A commit is one transaction. The lease uses the server's clock,
 * because hosts run on several machines.
 */
export class ReadStoreOnMongo extends ReadStore {
  readonly rebuildTarget = undefined;
  private readonly collectionCache = new Map<string, CollectionOnMongo>();
  /** Monotonic time of the last successful read of each declaration. */
  private readonly confirmedAt = new Map<string, number>();
  private readonly records: Records<StateRecord>;
  private readonly writer: Writer;
  private readonly db: CollectionsOfSet;

  private constructor(
    private readonly part: MongoPart,
    private readonly clockAheadMs: () => number,
    private readonly prefix: string,
  ) {
    super(() => Date.now() + clockAheadMs());
    this.db = collectionsOfSet(part.db, prefix);
    this.records = this.db.collection<StateRecord>(STATE_COLLECTION);
    this.writer = new Writer(part, this.records);
  }

  /** @throws Unavailable */
  static async open(
    mongo: Mongo,
    { clockAheadMs = () => 0, set }: Options = {},
  ): Promise<ReadStoreOnMongo> {
    const prefix = set === undefined ? '' : `${set}.${FORMAT_VERSION}:`;
    const store = new ReadStoreOnMongo(mongo.part('views'), clockAheadMs, prefix);
    await store.readCheckpoint(LIVE_TRACK);
    return store;
  }

  async get(collection: string, ids: readonly string[]) {
    return this.ask(
      collection,
      (cached) => cached.get(ids),
      ({ size }) => size > 0,
    );
  }

  async readIds(collection: string, after: string, limit: number) {
    return this.ask(
      collection,
      (cached) => cached.readIds(after, limit),
      ({ length }) => length > 0,
    );
  }

  async find(collection: string, page: Page) {
    return this.ask(
      collection,
      (cached) => cached.find(page),
      ({ items }) => items.length > 0,
    );
  }

  async countEach(collection: string, query: CountQuery, field: string) {
    return this.ask(collection, (cached) => cached.countEach(query, field), hasAny);
  }

  async sumEach(collection: string, query: CountQuery, field: string, amount: string) {
    return this.ask(collection, (cached) => cached.sumEach(query, field, amount), hasAny);
  }

  /** Takes or renews the lease atomically, by the server's clock. */
  async acquireLease(
    holder: string,
    milliseconds: number,
    held?: number,
  ): Promise<Lease | undefined> {
    const now = { $add: ['$$NOW', this.clockAheadMs()] };
    const requested = { $literal: holder };
    // An expired lease that nobody else took is still ours.
    const isMine = { $eq: ['$value.holder', requested] };
    const isFree = { $or: [isMine, { $lte: [{ $ifNull: ['$value.until', new Date(0)] }, now] }] };
    const epoch = { $ifNull: ['$value.epoch', 0] };
    const until = { $add: [now, milliseconds] };
    // A killed process stops waiting before its leases end, so that no new holder gives it one.
    const waitingUntil = { $add: [now, milliseconds / 2] };
    const isAwaited = { $and: [isMine, { $gt: ['$value.waiting.until', now] }] };
    const newLease = {
      holder: { $cond: [isFree, requested, '$value.holder'] },
      until: { $cond: [isFree, until, '$value.until'] },
      epoch: { $cond: [{ $and: [isFree, { $not: [isMine] }] }, { $add: [epoch, 1] }, epoch] },
      ...(held !== undefined && {
        waiting: {
          $cond: [
            isFree,
            { $cond: [isAwaited, '$value.waiting', '$$REMOVE'] },
            { held, until: waitingUntil },
          ],
        },
      }),
    };
    const takeLease = () =>
      this.records.findOneAndUpdate({ _id: LEASE_ID }, [{ $set: { value: newLease } }], {
        upsert: true,
        returnDocument: 'after',
      });
    const record = await this.part.ask(() => retryOnDuplicate(takeLease));
    const lease = record?.value as LeaseRecord | undefined;
    if (lease?.holder !== holder) return undefined;
    await this.writer.startTerm(lease.epoch);
    return { epoch: lease.epoch, ...(lease.waiting && { waiting: lease.waiting.held }) };
  }

  async close() {}

  override async readLeaseFreeMs(): Promise<number> {
    const now = { $add: ['$$NOW', this.clockAheadMs()] };
    const [lease] = await this.part.ask(() =>
      this.records
        .aggregate<{ readonly free: number }>([
          { $match: { _id: LEASE_ID } },
          { $project: { free: { $subtract: [now, '$value.until'] } } },
        ])
        .toArray(),
    );
    return Math.max(0, lease?.free ?? 0);
  }

  override async readCheckpointsOfOtherSets(): Promise<readonly Checkpoint[]> {
    const id = checkpointStateId(LIVE_TRACK);
    const states = (await this.listCollectionNames()).filter((name) => this.isStateOfOther(name));
    const found = await this.part.ask(() =>
      Promise.all(
        states.map((name) => this.part.db.collection<StateRecord>(name).findOne({ _id: id })),
      ),
    );
    return found.flatMap((record) => (record ? [record.value as Checkpoint] : []));
  }

  override async dropUnusedSets(unusedMs: number): Promise<void> {
    const names = await this.listCollectionNames();
    for (const state of names.filter((name) => this.isStateOfOther(name))) {
      const records = this.part.db.collection<StateRecord>(state);
      const lease = (await this.part.ask(() => records.findOne({ _id: LEASE_ID })))?.value;
      const usedUntil = (lease as LeaseRecord | undefined)?.until.getTime() ?? 0;
      if (usedUntil + unusedMs > this.now()) continue;
      const othersOfSet = names.filter(
        (name) => parsePrefix(name) === parsePrefix(state) && name !== state,
      );
      // The state is dropped last, so that an interrupted drop resumes.
      for (const name of [...othersOfSet, state])
        await this.part.ask(() => this.part.db.dropCollection(name));
    }
  }

  private isStateOfOther(name: string): boolean {
    const prefix = parsePrefix(name);
    return name === prefix + STATE_COLLECTION && prefix !== this.prefix;
  }

  private listCollectionNames(): Promise<readonly string[]> {
    return this.part.ask(async () =>
      (await this.part.db.listCollections({}, { nameOnly: true }).toArray()).map(
        ({ name }) => name,
      ),
    );
  }

  protected async readDeclarations() {
    const found = await this.part.ask(() =>
      this.records.find({ _id: { $gt: metadataId(''), $lt: metadataId('\u{10ffff}') } }).toArray(),
    );
    return found.map(({ value }) => declarationIn(value as CollectionMetadata));
  }

  protected async createCollections(
    missing: readonly Collection[],
    existing: readonly Collection[],
    indexTime: IndexTime = 'now',
  ): Promise<void> {
    await this.part.ask(async () => {
      for (const { name } of missing) {
        // Removes the remains of a process that crashed while creating or dropping it.
        await this.db.dropCollection(name);
        await this.db.createCollection(name);
      }
      for (const declared of indexTime === 'now' ? [...missing, ...existing] : []) {
        const { records, indexes } = new CollectionOnMongo(declared, this.db);
        if (indexes.length > 0) await records.createIndexes([...indexes]);
      }
      const metadata = missing.map(
        (declared) =>
          [
            metadataId(declared.name),
            { declared: JSON.stringify(declared) } satisfies CollectionMetadata,
          ] as const,
      );
      if (metadata.length > 0)
        await this.records.bulkWrite(metadata.map(([id, value]) => stateWrite(id, value)));
    }, DEADLINES_MS.createCollections);
  }

  protected async dropCollections(names: readonly string[]): Promise<void> {
    await this.part.ask(async () => {
      // Deletes the metadata first: a crash in between leaves only data that the next creation
      // drops.
      const metadata = { _id: { $in: names.map(metadataId) } };
      const { deletedCount } = await this.records.deleteMany(metadata);
      if (deletedCount > 0) await pause(DECLARATION_TRUSTED_MS);
      for (const name of names) {
        this.collectionCache.delete(name);
        await this.db.dropCollection(name);
      }
    }, DEADLINES_MS.createCollections);
  }

  protected readState(ids: readonly string[]) {
    return this.part.ask(() => this.read(ids));
  }

  protected async writeState(state: Write['state']): Promise<void> {
    await this.part.ask(() => this.records.bulkWrite(stateWrites(state)));
  }

  protected async write({
    checkpointId,
    expected,
    checkpoint,
    documents,
    state,
  }: Write): Promise<void> {
    const touched = new Map<string, CollectionOnMongo>();
    for (const { collection } of documents)
      touched.set(collection, touched.get(collection) ?? (await this.findCollection(collection)));
    await this.writer.enqueueTransaction(checkpoint.epoch, async (session) => {
      const current = await this.read(
        [LEASE_ID, checkpointId, ...[...touched.keys()].map(metadataId)],
        session,
      );
      if (((current.get(LEASE_ID) as LeaseRecord | undefined)?.epoch ?? 0) > checkpoint.epoch)
        throw new CheckpointMoved('Another host has the lease');
      if (!isDeepStrictEqual(current.get(checkpointId), expected))
        throw new CheckpointMoved(`${checkpointId} has moved on`);
      for (const name of touched.keys())
        if (!current.has(metadataId(name))) throw this.createMissingError(name);
      // Written before the documents, so that a conflict with another host fails early.
      await this.records.bulkWrite(stateWrites(state), { session, ordered: false });
      for (const [name, collection] of touched) {
        const written = documents.filter((document) => document.collection === name);
        await collection.put(written, session);
      }
    });
  }

  private async read(
    ids: readonly string[],
    session?: ClientSession,
  ): Promise<ReadonlyMap<string, unknown>> {
    const found = await this.records
      .find({ _id: { $in: [...ids] } }, { session, batchSize: ids.length + 1 })
      .toArray();
    return new Map(found.map(({ _id, value }) => [_id, value]));
  }

  /**
   * A dropped collection answers like an empty one, or fails in many ways. So the declaration is
   * read after an empty answer or a failure; reading it before could miss a drop. A declaration
   * confirmed a moment ago suffices, because drops wait that long.
   */
  private async ask<Answer>(
    name: string,
    run: (collection: CollectionOnMongo) => Promise<Answer>,
    hasResults: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const collection = await this.findCollection(name);
    try {
      const answer = await this.part.ask(() => run(collection));
      if (!hasResults(answer) && !this.isConfirmed(name)) await this.readDeclaration(name);
      return answer;
    } catch (error) {
      if ((error as Error).cause instanceof MongoServerError) await this.readDeclaration(name);
      throw error;
    }
  }

  private async findCollection(name: string): Promise<CollectionOnMongo> {
    const cached = this.collectionCache.get(name);
    if (cached) return cached;
    const collection = new CollectionOnMongo(await this.readDeclaration(name), this.db);
    this.collectionCache.set(name, collection);
    return collection;
  }

  /** @throws NoSuchCollection */
  private async readDeclaration(name: string): Promise<Collection> {
    const askedAt = performance.now();
    const metadata = (await this.readState([metadataId(name)])).get(metadataId(name));
    if (metadata === undefined) throw this.createMissingError(name);
    this.confirmedAt.set(name, askedAt);
    return declarationIn(metadata as CollectionMetadata);
  }

  private isConfirmed(name: string): boolean {
    return performance.now() - (this.confirmedAt.get(name) ?? -Infinity) < DECLARATION_TRUSTED_MS;
  }

  private createMissingError(name: string): NoSuchCollection {
    this.collectionCache.delete(name);
    this.confirmedAt.delete(name);
    return new NoSuchCollection(`There is no collection ${name}`);
  }
}

type CollectionsOfSet = Pick<Db, 'collection'> &
  Record<'createCollection' | 'dropCollection', (name: string) => Promise<unknown>>;

const collectionsOfSet = (db: Db, prefix: string): CollectionsOfSet => ({
  collection: ((name: string) => db.collection(prefix + name)) as Db['collection'],
  createCollection: (name) => db.createCollection(prefix + name),
  dropCollection: (name) => db.dropCollection(prefix + name),
});

/** Prefix of a collection's set; views of builds before sets have none. */
const parsePrefix = (name: string): string => name.slice(0, name.indexOf(':') + 1);

const hasAny = (counts: object): boolean => Object.keys(counts).length > 0;

const declarationIn = ({ declared }: CollectionMetadata): Collection => JSON.parse(declared);

const stateWrites = (state: Write['state']) =>
  Object.entries(state).map(([id, value]) => stateWrite(id, value));

const stateWrite = (_id: string, value: unknown): AnyBulkWriteOperation<StateRecord> =>
  value === undefined
    ? { deleteOne: { filter: { _id } } }
    : { replaceOne: { filter: { _id }, replacement: { value }, upsert: true } };
