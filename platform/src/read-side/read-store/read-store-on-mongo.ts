import {
  type AnyBulkWriteOperation,
  type ClientSession,
  MongoServerError,
  type Collection as Records,
} from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { pause } from '../../common/clock.js';
import type { Mongo } from '../../storage/mongo/connect-mongo.js';
import { type MongoPart, deadlines, retryOnDuplicate } from '../../storage/mongo/mongo-part.js';
import { Writer } from '../../storage/mongo/writer.js';
import { CollectionOnMongo } from './collection-on-mongo.js';
import {
  CheckpointMoved,
  type Collection,
  type CountQuestion,
  NoSuchCollection,
  type Page,
  ReadStore,
  type Write,
  currentLine,
} from './read-store.js';

/** Version of all records' format. Collections of another version are made again from the log. */
const form = 7;

type StateRecord = { readonly _id: string; readonly value: unknown };
type Lease = { readonly holder: string; readonly until: Date; readonly epoch: number };
/** A collection as it was declared, and the form in which its documents are kept. */
type Made = { readonly declared: string; readonly form: number };

/**
 * How long a process trusts a declaration that it has read. A collection is dropped no earlier
 * after its declaration.
 */
const DECLARATION_TRUSTED_MS = 500;

const leaseId = 'lease';
const madeId = (name: string) => `collection ${name}`;

type Options = {
  /** Milliseconds that the server's clock is taken to be ahead, for specs. */
  readonly ahead?: () => number;
};

/**
 * Views in a replica set: each collection one of the server's, with the text of its documents and
 * what they are found by. A commit is one transaction. The lease goes by the server's time, because
 * hosts of several machines have it in turn.
 */
export class ReadStoreOnMongo extends ReadStore {
  readonly beside = undefined;
  private readonly known = new Map<string, CollectionOnMongo>();
  /** When each declaration was asked for that was found last, by this process's monotonic clock. */
  private readonly confirmedAt = new Map<string, number>();
  private readonly records: Records<StateRecord>;
  private readonly writer: Writer;

  private constructor(
    private readonly part: MongoPart,
    private readonly ahead: () => number,
  ) {
    super(() => Date.now() + ahead());
    this.records = part.db.collection<StateRecord>('state');
    this.writer = new Writer(part, this.records);
  }

  /** @throws Unavailable */
  static async open(mongo: Mongo, { ahead = () => 0 }: Options = {}): Promise<ReadStoreOnMongo> {
    const store = new ReadStoreOnMongo(mongo.part('views'), ahead);
    await store.checkpoint(currentLine);
    return store;
  }

  async get(collection: string, wanted: readonly string[]) {
    return this.asked(
      collection,
      (known) => known.get(wanted),
      ({ size }) => size > 0,
    );
  }

  async find(collection: string, page: Page) {
    return this.asked(
      collection,
      (known) => known.find(page),
      ({ items }) => items.length > 0,
    );
  }

  async countEach(collection: string, question: CountQuestion, field: string) {
    return this.asked(collection, (known) => known.countEach(question, field), hasAny);
  }

  async sumEach(collection: string, question: CountQuestion, field: string, amount: string) {
    return this.asked(collection, (known) => known.sumEach(question, field, amount), hasAny);
  }

  /** Takes the lease if it is free, or renews it: in one step, by the server's own clock. */
  async lease(holder: string, milliseconds: number) {
    const now = { $add: ['$$NOW', this.ahead()] };
    const asked = { $literal: holder };
    // Also where it has ended meanwhile: no other has had it since, so nothing has changed hands.
    const isMine = { $eq: ['$value.holder', asked] };
    const isFree = { $or: [isMine, { $lte: [{ $ifNull: ['$value.until', new Date(0)] }, now] }] };
    const epoch = { $ifNull: ['$value.epoch', 0] };
    const taken = {
      holder: { $cond: [isFree, asked, '$value.holder'] },
      until: { $cond: [isFree, { $add: [now, milliseconds] }, '$value.until'] },
      epoch: { $cond: [{ $and: [isFree, { $not: [isMine] }] }, { $add: [epoch, 1] }, epoch] },
    };
    const take = () =>
      this.records.findOneAndUpdate({ _id: leaseId }, [{ $set: { value: taken } }], {
        upsert: true,
        returnDocument: 'after',
      });
    const record = await this.part.ask(() => retryOnDuplicate(take));
    const lease = record?.value as Lease | undefined;
    if (lease?.holder !== holder) return undefined;
    await this.writer.begin(lease.epoch);
    return { epoch: lease.epoch };
  }

  async close() {}

  protected async declared() {
    return (await this.made())
      .filter((made) => made.form === form)
      .map(({ declared }) => JSON.parse(declared) as Collection);
  }

  protected async make(
    missing: readonly Collection[],
    there: readonly Collection[],
  ): Promise<void> {
    const older = (await this.made())
      .filter((made) => made.form !== form)
      .map(({ declared }) => (JSON.parse(declared) as Collection).name);
    if (older.length > 0) await this.remove(older);
    await this.part.ask(async () => {
      for (const { name } of missing) {
        // Left by a process that ended before it was made, or gone.
        await this.part.db.dropCollection(name);
        await this.part.db.createCollection(name);
      }
      for (const declared of [...missing, ...there]) {
        const { records, indexes } = new CollectionOnMongo(declared, this.part.db);
        if (indexes.length > 0) await records.createIndexes([...indexes]);
      }
      const made = missing.map(
        (declared) =>
          [
            madeId(declared.name),
            { declared: JSON.stringify(declared), form } satisfies Made,
          ] as const,
      );
      if (made.length > 0)
        await this.records.bulkWrite(made.map(([id, value]) => setting(id, value)));
    }, deadlines.making);
  }

  protected async remove(names: readonly string[]): Promise<void> {
    await this.part.ask(async () => {
      // First its declaration: what a stop on the way leaves behind is dropped when it is made
      // again.
      await this.records.deleteMany({ _id: { $in: names.map(madeId) } });
      await pause(DECLARATION_TRUSTED_MS);
      for (const name of names) {
        this.known.delete(name);
        await this.part.db.dropCollection(name);
      }
    }, deadlines.making);
  }

  protected state(ids: readonly string[]) {
    return this.part.ask(() => this.read(ids));
  }

  protected async setState(state: Write['state']): Promise<void> {
    await this.part.ask(() => this.records.bulkWrite(settings(state)));
  }

  protected async write({ guard, expected, checkpoint, documents, state }: Write): Promise<void> {
    const touched = new Map<string, CollectionOnMongo>();
    for (const { collection } of documents)
      touched.set(collection, touched.get(collection) ?? (await this.collection(collection)));
    await this.writer.transaction(checkpoint.epoch, async (session) => {
      const before = await this.read([leaseId, guard, ...[...touched.keys()].map(madeId)], session);
      if (((before.get(leaseId) as Lease | undefined)?.epoch ?? 0) > checkpoint.epoch)
        throw new CheckpointMoved('Another host has the lease');
      if (!isDeepStrictEqual(before.get(guard), expected))
        throw new CheckpointMoved(`${guard} has moved on`);
      for (const name of touched.keys())
        if (!isMade(before.get(madeId(name)))) throw this.gone(name);
      // Before the documents: a write conflict with another host shows here.
      await this.records.bulkWrite(settings(state), { session, ordered: false });
      for (const [name, collection] of touched) {
        const own = documents.filter((document) => document.collection === name);
        await collection.put(own, session);
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

  private async made(): Promise<readonly Made[]> {
    const found = await this.part.ask(() =>
      this.records.find({ _id: { $gt: madeId(''), $lt: madeId('\u{10ffff}') } }).toArray(),
    );
    return found.map(({ value }) => value as Made);
  }

  /**
   * A collection that another process has dropped answers like an empty one, or fails in many ways.
   * So only after an empty answer or a failure the declaration is read, afterwards, because a check
   * before or beside the question may still find it. One that was found a moment ago is enough for
   * an empty answer: the collection was not dropped by then.
   */
  private async asked<Answer>(
    name: string,
    ask: (known: CollectionOnMongo) => Promise<Answer>,
    isThere: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const collection = await this.collection(name);
    try {
      const answer = await this.part.ask(() => ask(collection));
      if (!isThere(answer) && !this.isConfirmed(name)) await this.declarationOf(name);
      return answer;
    } catch (error) {
      if ((error as Error).cause instanceof MongoServerError) await this.declarationOf(name);
      throw error;
    }
  }

  private async collection(name: string): Promise<CollectionOnMongo> {
    const known = this.known.get(name);
    if (known) return known;
    const collection = new CollectionOnMongo(await this.declarationOf(name), this.part.db);
    this.known.set(name, collection);
    return collection;
  }

  /** @throws NoSuchCollection */
  private async declarationOf(name: string): Promise<Collection> {
    const asked = performance.now();
    const made = (await this.state([madeId(name)])).get(madeId(name));
    if (!isMade(made)) throw this.gone(name);
    this.confirmedAt.set(name, asked);
    return JSON.parse(made.declared) as Collection;
  }

  private isConfirmed(name: string): boolean {
    return performance.now() - (this.confirmedAt.get(name) ?? -Infinity) < DECLARATION_TRUSTED_MS;
  }

  private gone(name: string): NoSuchCollection {
    this.known.delete(name);
    this.confirmedAt.delete(name);
    return new NoSuchCollection(`There is no collection ${name}`);
  }
}

const hasAny = (counts: object): boolean => Object.keys(counts).length > 0;

const isMade = (made: unknown): made is Made => (made as Made | undefined)?.form === form;

const settings = (state: Write['state']) =>
  Object.entries(state).map(([id, value]) => setting(id, value));

const setting = (_id: string, value: unknown): AnyBulkWriteOperation<StateRecord> =>
  value === undefined
    ? { deleteOne: { filter: { _id } } }
    : { replaceOne: { filter: { _id }, replacement: { value }, upsert: true } };
