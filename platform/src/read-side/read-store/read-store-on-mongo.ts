import { type ClientSession, MongoServerError, type Collection as Records } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../event-log/event-log.js';
import type { Mongo } from '../../storage/mongo/connect-mongo.js';
import { type MongoPart, deadlines } from '../../storage/mongo/mongo-part.js';
import { Writer } from '../../storage/mongo/writer.js';
import { CollectionOnMongo } from './collection-on-mongo.js';
import { type Feed, FeedOnMongo } from './feed-on-mongo.js';
import {
  CheckpointMoved,
  type Checkpoint,
  type Collection,
  type Commit,
  type Count,
  NoSuchCollection,
  type Page,
  type ReadStore,
  checkDeclared,
  checkSize,
} from './read-store.js';
import { type Lease, type Live, type Made, type State, type StateRecord, ids, readState, setting, takeLease } from './state-on-mongo.js';
import { SumsOnMongo } from './sums-on-mongo.js';

/** Of all records. A collection that was made in another form is as good as not there, and is made again from the log. */
const form = 3;

type Options = {
  /** Milliseconds that the server's clock is taken to be ahead, for specs. */
  readonly ahead?: () => number;
};

/**
 * Views in a replica set: each collection one of the server's, with the text of its documents and what they are found by. A
 * commit is one transaction. Time is the server's, because hosts of several machines go by it.
 */
export class ReadStoreOnMongo implements ReadStore {
  private readonly known = new Map<string, CollectionOnMongo>();
  private readonly state: Records<StateRecord>;
  private readonly sumsOf: SumsOnMongo;
  private readonly feed: FeedOnMongo;
  private readonly writer: Writer;

  private constructor(
    private readonly part: MongoPart,
    private readonly ahead: () => number,
  ) {
    this.state = part.db.collection<StateRecord>('state');
    this.sumsOf = new SumsOnMongo(part.db);
    this.feed = new FeedOnMongo(part.db);
    this.writer = new Writer(part, this.state);
  }

  /** @throws Unavailable */
  static async open(mongo: Mongo, { ahead = () => 0 }: Options = {}): Promise<ReadStoreOnMongo> {
    const store = new ReadStoreOnMongo(mongo.part('views'), ahead);
    await store.checkpoint('live');
    return store;
  }

  async ensure(collections: readonly Collection[]): Promise<void> {
    await this.part.ask(async () => {
      await this.feed.ensure();
      await this.dropOlderForms();
      const there = await this.read(collections.map(({ name }) => ids.collection(name)));
      for (const declared of collections) {
        if (checkDeclared(declared, madeIn(there, declared.name))) await this.make(declared);
        const { records, indexes } = new CollectionOnMongo(declared, this.part.db);
        if (indexes.length > 0) await records.createIndexes([...indexes]);
      }
    }, deadlines.making);
  }

  async drop(collections: readonly string[]): Promise<void> {
    await this.part.ask(async () => {
      // First of all it is not there any more: what a stop on the way leaves of it is nobody's, until it is made again.
      await this.state.deleteMany({ _id: { $in: collections.map(ids.collection) } });
      for (const name of collections) {
        this.known.delete(name);
        await this.clear(name);
      }
    }, deadlines.making);
  }

  async collections() {
    return (await this.made()).filter(({ form: of }) => of === form).map(({ name }) => name);
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

  async countEach(collection: string, question: Count, field: string) {
    return this.asked(collection, (known) => known.countEach(question, field));
  }

  async sums(collection: string, keys: readonly string[]) {
    return this.asked(collection, () => this.sumsOf.get(collection, keys));
  }

  async checkpoint(line: string) {
    return (await this.part.ask(() => this.read([ids.line(line)]))).get<Checkpoint>(ids.line(line));
  }

  async commit(commit: Commit): Promise<void> {
    for (const { json } of commit.documents) checkSize(json);
    const named = [...commit.documents, ...commit.sums].map(({ collection }) => collection);
    const touched = new Map<string, CollectionOnMongo>();
    for (const name of new Set([...named, ...Object.values(commit.joins?.live ?? {})])) touched.set(name, await this.collection(name));
    await this.writer.transaction(commit.checkpoint.epoch, (session) => this.write(commit, touched, session));
  }

  async live() {
    const live = (await this.part.ask(() => this.read([ids.live]))).get<Live>(ids.live) ?? [];
    const made = await this.part.ask(() => this.read(live.map(([, collection]) => ids.collection(collection))));
    return Object.fromEntries(live.filter(([, collection]) => madeIn(made, collection) !== undefined));
  }

  async setLive(live: Readonly<Record<string, string>>): Promise<void> {
    for (const collection of Object.values(live)) await this.collection(collection);
    await this.part.ask(() => this.state.bulkWrite([setting(ids.live, Object.entries(live))]));
  }

  async changesAfter(organizationId: string, position: Position, limit: number) {
    return this.part.ask(async () => {
      const era = (await this.read([ids.feed])).get<Feed>(ids.feed)?.era;
      if (era === undefined) return undefined;
      const entries = await this.feed.after(era, organizationId, position, limit);
      // Read after the entries: none that the feed has until now was missing among them.
      const state = await this.read([ids.line('live'), ids.feed]);
      const reached = state.get<Checkpoint>(ids.line('live'))?.position;
      const feed = state.get<Feed>(ids.feed);
      if (feed?.era !== era || reached === undefined || position < feed.since || position > reached) return undefined;
      return entries;
    });
  }

  async lease(holder: string, milliseconds: number) {
    const lease = await this.part.ask(() => takeLease(this.state, holder, milliseconds, this.ahead()));
    if (!lease) return undefined;
    await this.writer.begin(lease.epoch);
    return { epoch: lease.epoch };
  }

  /** Nothing of its own: the connection is its process's. */
  async close() {}

  private async write(
    { line, expected, checkpoint, documents, sums, changes, joins }: Commit,
    touched: ReadonlyMap<string, CollectionOnMongo>,
    session: ClientSession,
  ): Promise<void> {
    const state = await this.read([ids.lease, ids.feed, ids.line(line), ...[...touched.keys()].map(ids.collection)], session);
    if ((state.get<Lease>(ids.lease)?.epoch ?? 0) > checkpoint.epoch) throw new CheckpointMoved('Another host has the lease');
    if (!isDeepStrictEqual(state.get(ids.line(line)), expected)) throw new CheckpointMoved(`${line} has moved on`);
    for (const name of touched.keys()) if (madeIn(state, name) === undefined) throw this.gone(name);

    const before = state.get<Feed>(ids.feed);
    const { era, since } = joins ? { era: (before?.era ?? 0) + 1, since: checkpoint.position } : (before ?? { era: 0, since: undefined });
    const now = new Date(state.now.getTime() + this.ahead());
    const trimmed = await this.feed.trim(era, now, session);
    // What goes by its age may be before what has gone: a clock may have been ahead.
    const feed = { era, since: trimmed !== undefined && trimmed > (since ?? '') ? trimmed : since };
    const operations = [setting(ids.line(line), checkpoint)];
    if (joins) operations.push(setting(ids.live, Object.entries(joins.live)), { deleteOne: { filter: { _id: ids.line(joins.line) } } });
    if (feed.since !== before?.since) operations.push(setting(ids.feed, feed));
    // Before the documents: a write conflict with another host shows here.
    await this.state.bulkWrite(operations, { session, ordered: false });
    for (const [name, collection] of touched) {
      const own = documents.filter((document) => document.collection === name);
      await collection.put(own, session);
    }
    await this.sumsOf.add(sums, session);
    await this.feed.add(era, changes, now, session);
  }

  /** What another process has dropped meanwhile answers like an empty collection, or fails in many ways: then it is looked for afterwards. */
  private async asked<Answer>(
    name: string,
    ask: (known: CollectionOnMongo) => Promise<Answer>,
    isThere: (answer: Answer) => boolean = () => false,
  ): Promise<Answer> {
    const collection = await this.collection(name);
    const stillThere = async () => {
      this.known.delete(name);
      await this.collection(name);
    };
    try {
      const answer = await this.part.ask(() => ask(collection));
      if (!isThere(answer)) await stillThere();
      return answer;
    } catch (error) {
      if ((error as Error).cause instanceof MongoServerError) await stillThere();
      throw error;
    }
  }

  private async collection(name: string): Promise<CollectionOnMongo> {
    const known = this.known.get(name);
    if (known) return known;
    const declared = madeIn(await this.part.ask(() => this.read([ids.collection(name)])), name);
    if (declared === undefined) throw this.gone(name);
    const collection = new CollectionOnMongo(declared, this.part.db);
    this.known.set(name, collection);
    return collection;
  }

  private gone(name: string): NoSuchCollection {
    this.known.delete(name);
    return new NoSuchCollection(`There is no collection ${name}`);
  }

  private read(wanted: readonly string[], session?: ClientSession): Promise<State> {
    return readState(this.state, wanted, session);
  }

  private async make(declared: Collection): Promise<void> {
    const { name } = declared;
    await this.clear(name);
    await this.part.db.createCollection(name);
    await this.state.bulkWrite([setting(ids.collection(name), { declared: JSON.stringify(declared), form } satisfies Made)]);
    this.known.set(name, new CollectionOnMongo(declared, this.part.db));
  }

  private async made(): Promise<readonly (Made & { readonly name: string })[]> {
    const prefix = ids.collection('');
    const found = await this.part.ask(() => this.state.find({ _id: { $gt: prefix, $lt: `${prefix}\u{10ffff}` } }).toArray());
    return found.map(({ _id, value }) => ({ ...(value as Made), name: _id.slice(prefix.length) }));
  }

  private async dropOlderForms(): Promise<void> {
    const older = (await this.made()).filter(({ form: of }) => of !== form).map(({ name }) => name);
    if (older.length > 0) await this.drop(older);
  }

  private async clear(name: string): Promise<void> {
    await this.sumsOf.drop(name);
    await this.part.db.dropCollection(name);
  }
}

function madeIn(state: State, name: string): Collection | undefined {
  const made = state.get<Made>(ids.collection(name));
  return made?.form === form ? (JSON.parse(made.declared) as Collection) : undefined;
}
