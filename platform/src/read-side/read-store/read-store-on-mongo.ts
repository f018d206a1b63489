import { type AnyBulkWriteOperation, type ClientSession, MongoServerError, type Collection as Records } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../event-log/event-log.js';
import type { Mongo } from '../../storage/mongo/connect-mongo.js';
import { type MongoPart, deadlines } from '../../storage/mongo/mongo-part.js';
import { Writer } from '../../storage/mongo/writer.js';
import { CollectionOnMongo } from './collection-on-mongo.js';
import { type Feed, FeedOnMongo, type OrganizationFeed } from './feed-on-mongo.js';
import {
  CheckpointMoved,
  type Checkpoint,
  type Collection,
  type Commit,
  type Counted,
  NoSuchCollection,
  type Page,
  type ReadStore,
  checkDeclared,
  checkSize,
  grouped,
} from './read-store.js';
import { type Lease, type Live, type Made, type State, type StateRecord, ids, readState, setting, takeLease } from './state-on-mongo.js';
import { SumsOnMongo } from './sums-on-mongo.js';

/** Of all records. A collection that was made in another form is as good as not there, and is made again from the log. */
const form = 2;

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

  async ensure(collections: readonly Collection[], rebuild?: 'rebuild'): Promise<void> {
    await this.part.ask(async () => {
      const there = await this.read(collections.map(({ name }) => ids.collection(name)));
      for (const declared of collections) if (checkDeclared(declared, madeIn(there, declared.name))) await this.make(declared);
      // One index after the other over what is there costs less than all of them with each document.
      if (!rebuild) await this.index(collections);
    }, deadlines.making);
  }

  async settle(collections: readonly string[]): Promise<void> {
    const known = await Promise.all(collections.map((name) => this.collection(name)));
    await this.part.ask(() => this.index(known.map(({ declared }) => declared)), deadlines.making);
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
    const prefix = ids.collection('');
    const found = await this.part.ask(() => this.state.find({ _id: { $gt: prefix, $lt: `${prefix}\u{10ffff}` } }).toArray());
    return found.filter(({ value }) => (value as Made).form === form).map(({ _id }) => _id.slice(prefix.length));
  }

  async get(collection: string, wanted: readonly string[]) {
    return this.asked(
      collection,
      (known) => known.get(wanted),
      ({ size }) => size > 0 || wanted.length === 0,
    );
  }

  async find(collection: string, page: Page) {
    return this.asked(
      collection,
      (known) => known.find(page),
      ({ items }) => items.length > 0,
    );
  }

  async count(collection: string, question: Counted, most: number) {
    return this.asked(
      collection,
      (known) => known.count(question, most),
      (count) => count > 0,
    );
  }

  async countEach(collection: string, question: Counted, field: string) {
    return this.asked(
      collection,
      (known) => known.countEach(question, field),
      (counts) => Object.keys(counts).length > 0,
    );
  }

  async sums(collection: string, keys: readonly string[]) {
    return this.asked(
      collection,
      () => this.sumsOf.get(collection, keys),
      // Sums go one after the other.
      ({ size }) => size === new Set(keys).size,
    );
  }

  async checkpoint(line: string) {
    return (await this.part.ask(() => this.read([ids.line(line)]))).get<Checkpoint>(ids.line(line));
  }

  async commit(commit: Commit): Promise<void> {
    for (const { json } of commit.documents) checkSize(json);
    const named = [...commit.documents, ...commit.sums].map(({ collection }) => collection);
    const touched = new Map<string, CollectionOnMongo>();
    for (const name of new Set([...named, ...Object.values(commit.joins?.live ?? {})])) touched.set(name, await this.collection(name));
    const era = await this.writer.transaction(commit.checkpoint.epoch, (session) => this.write(commit, touched, session));
    if (era !== undefined) await this.part.ask(() => this.feed.forgetBefore(era), deadlines.making);
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
    const [line, own] = [ids.line('live'), ids.feedOf(organizationId)];
    return this.part.ask(async () => {
      for (let era: number | undefined; ;) {
        // The entries first: as long as they are told at all afterwards, none was missing when they were read.
        const entries = era === undefined ? [] : await this.feed.after(era, organizationId, position, limit);
        const state = await this.read([line, ids.feed, own]);
        const feed = state.get<Feed>(ids.feed);
        const reached = state.get<Checkpoint>(line)?.position;
        if (!feed || reached === undefined) return undefined;
        if (feed.era === era) {
          const part = state.get<OrganizationFeed>(own);
          const since = part?.era === era ? part.since : feed.since;
          return position < since || position > reached ? undefined : entries;
        }
        era = feed.era;
      }
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

  /** Answers the era that has begun, if one has. */
  private async write(
    { line, expected, checkpoint, documents, sums, changes, joins }: Commit,
    touched: ReadonlyMap<string, CollectionOnMongo>,
    session: ClientSession,
  ): Promise<number | undefined> {
    const organizations = grouped(changes, ({ organizationId }) => organizationId);
    const wanted = [ids.lease, ids.feed, ids.line(line), ...[...organizations.keys()].map(ids.feedOf), ...[...touched.keys()].map(ids.collection)];
    const state = await this.read(wanted, session);
    if ((state.get<Lease>(ids.lease)?.epoch ?? 0) > checkpoint.epoch) throw new CheckpointMoved('Another host has the lease');
    if (!isDeepStrictEqual(state.get(ids.line(line)), expected)) throw new CheckpointMoved(`${line} has moved on`);
    for (const name of touched.keys()) if (madeIn(state, name) === undefined) throw this.gone(name);

    const before = state.get<Feed>(ids.feed) ?? { era: 0, since: '' };
    const feed = joins ? { era: before.era + 1, since: checkpoint.position } : before;
    const operations: AnyBulkWriteOperation<StateRecord>[] = [setting(ids.line(line), checkpoint)];
    if (joins)
      operations.push(setting(ids.feed, feed), setting(ids.live, Object.entries(joins.live)), {
        deleteOne: { filter: { _id: ids.line(joins.line) } },
      });
    // Before the documents: who has lost a race learns it here.
    await this.state.bulkWrite(operations, { session, ordered: false });
    for (const [name, parts] of grouped(documents, ({ collection }) => collection)) await touched.get(name)!.put(parts, session);
    await this.sumsOf.add(sums, session);

    const now = new Date(state.now.getTime() + this.ahead());
    const feeds: AnyBulkWriteOperation<StateRecord>[] = [];
    for (const [organizationId, added] of organizations) {
      const own = state.get<OrganizationFeed>(ids.feedOf(organizationId));
      const part = own?.era === feed.era ? own : { ...feed, length: 0, trimmedAt: now };
      feeds.push(setting(ids.feedOf(organizationId), await this.feed.add(organizationId, part, added, now, session)));
    }
    if (feeds.length > 0) await this.state.bulkWrite(feeds, { session, ordered: false });
    return joins && feed.era;
  }

  /** What is asked of a collection that went away meanwhile has no answer, which is not the same as an empty one. */
  private async asked<Answer>(
    name: string,
    ask: (known: CollectionOnMongo) => Promise<Answer>,
    isWhole: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const collection = await this.collection(name);
    try {
      const answer = await this.part.ask(() => ask(collection));
      if (!isWhole(answer)) await this.stillThere(name);
      return answer;
    } catch (error) {
      // Reading what goes at that moment fails in many ways.
      if ((error as Error).cause instanceof MongoServerError) await this.stillThere(name);
      throw error;
    }
  }

  private async stillThere(name: string): Promise<void> {
    this.known.delete(name);
    await this.collection(name);
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

  /** Makes the indexes that are missing, and refuses those that are not as they are declared. */
  private async index(collections: readonly Collection[]): Promise<void> {
    for (const declared of collections) {
      const { records, indexes } = new CollectionOnMongo(declared, this.part.db);
      const there = new Map((await records.listIndexes().toArray()).map((index) => [String(index['name']), JSON.stringify(index['key'])]));
      const other = indexes.find(({ name, key }) => there.has(name) && there.get(name) !== JSON.stringify(key));
      if (other) throw new Error(`The index ${other.name} of ${declared.name} is not as it is declared: drop it, and it is made again`);
      const missing = indexes.filter(({ name }) => !there.has(name));
      if (missing.length > 0) await records.createIndexes(missing);
    }
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
