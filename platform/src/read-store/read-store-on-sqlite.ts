import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import { SqliteFile } from '../embedded/sqlite-file.js';
import { Unavailable } from '../unavailable.js';
import type { Position } from '../event-log/event-log.js';
import { CollectionOnSqlite, tablesOf } from './collection-on-sqlite.js';
import { DocumentsAtHand } from './documents-at-hand.js';
import { FeedOnSqlite, feedSchema } from './feed-on-sqlite.js';
import {
  CheckpointMoved,
  type Checkpoint,
  type Collection,
  type Commit,
  type Filter,
  NoSuchCollection,
  type Page,
  type ReadStore,
} from './read-store.js';
import { grouped, ordered } from './parts-of-commit.js';

/**
 * A view can be made again from the log, so a commit need not wait for the disk; what it writes is whole all the same.
 * What goes is overwritten: after an erasure nothing of a person is left in the file.
 */
const schema = `
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS format (number INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, declared TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS organizations (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS lines (name TEXT PRIMARY KEY, checkpoint TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS live (view TEXT PRIMARY KEY, collection TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lease (one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until INTEGER NOT NULL, epoch INTEGER NOT NULL);
  ${feedSchema}`;

/**
 * Of a file that nobody reads yet and that is thrown away when its process ends early: nothing of it has to be found again, and
 * nothing waits for the disk until it is whole.
 */
const schemaApart = `${schema}
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;`;

const mostStatements = 400;
/** Of the tables of collections. Views of another one are made again from the log. */
const format = 3;

/**
 * `views.sqlite`: each collection a table of JSON documents with a column for what is asked by value and one for each order.
 * One process has the file, so whoever held the lease before it was opened is gone.
 */
export class ReadStoreOnSqlite implements ReadStore {
  private file!: SqliteFile;
  readonly beside: NonNullable<ReadStore['beside']>;
  private readonly known = new Map<string, CollectionOnSqlite>();
  private readonly organizations = new Map<string, number>();
  private feed!: FeedOnSqlite;
  private readonly atHand = new DocumentsAtHand();
  private statements!: Pick<SqliteFile, 'reader' | 'writer'>;
  private keepingUp: Promise<void> | undefined;

  /**
   * @param apart it is filled where nobody reads it yet, and nothing of it stays when it is not finished
   * @throws Unavailable if the file cannot be opened
   */
  constructor(
    private readonly path: string,
    private readonly now: () => number = Date.now,
    apart?: { readonly cacheKibibytes: number },
  ) {
    this.beside = { path: `${path}.next`, takeOver: () => this.takeOver() };
    for (const leftOver of [this.beside.path, beforeOf(path)]) rmSync(leftOver, { force: true });
    this.use(apart ? opened(path, schemaApart, apart.cacheKibibytes) : opened(path, schema));
  }

  private use(file: SqliteFile): void {
    this.file = file;
    this.statements = kept(file);
    this.feed = new FeedOnSqlite(this.statements, this.now);
    for (const collection of this.known.values()) collection.leave();
    this.known.clear();
    for (const [name, declared] of this.statements.reader<[string, string]>('SELECT name, declared FROM collections').all())
      this.known.set(name, this.open(JSON.parse(declared) as Collection));
    this.learnOrganizations();
  }

  /** Writes everything to the disk, where it was not waited for until now. */
  async flush(): Promise<void> {
    const [number] = this.statements.reader<[number]>('PRAGMA synchronous').first()!;
    this.file.set('synchronous = FULL');
    await this.file.write(() => void this.statements.writer('UPDATE format SET number = number')());
    this.file.set(`synchronous = ${number}`);
  }

  /** Between two questions, and in one step also for who is killed meanwhile. The lease stays with its holder. */
  private takeOver(): void {
    const lease = this.statements.reader<[string, number, number]>('SELECT holder, until, epoch FROM lease').first();
    this.file.close();
    try {
      if (existsSync(`${this.path}-wal`)) throw new Unavailable(`${this.path} could not be closed`);
      this.keepForNow();
      renameSync(this.beside.path, this.path);
    } finally {
      this.use(opened(this.path, schema));
    }
    if (lease) this.file.writer('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?)')(...lease);
    rm(beforeOf(this.path), { force: true }).catch(() => undefined); // Or it goes at the next start.
  }

  /** Under another name, because the space of a large file is not given back in a moment. */
  private keepForNow(): void {
    try {
      rmSync(beforeOf(this.path), { force: true });
      linkSync(this.path, beforeOf(this.path));
    } catch {
      // Where a disk gives no second names it goes at once.
    }
  }

  async ensure(collections: readonly Collection[], filling?: 'filling'): Promise<void> {
    for (const { name, indexes } of collections)
      if (indexes.some(({ equal }) => equal[0] !== 'organizationId')) throw new Error(`An index of ${name} does not begin with organizationId`);
    await this.file.write(() => {
      for (const collection of collections) {
        const declared = JSON.stringify(collection);
        const there = this.known.get(collection.name);
        if (there && JSON.stringify(there.declared) === declared) continue;
        if (there) throw new Error(`${collection.name} is declared otherwise than it was made: give it a new version`);
        const made = this.open(collection);
        for (const statement of made.schema(filling !== undefined)) this.file.writer(statement)();
        this.file.writer('INSERT INTO collections VALUES (?, ?)')(collection.name, declared);
        this.known.set(collection.name, made);
      }
    });
  }

  async largestFilling() {
    return Infinity;
  }

  async drop(collections: readonly string[]): Promise<void> {
    await this.file.write(() => {
      for (const name of collections) {
        const there = this.known.get(name);
        if (!there) continue;
        there.leave();
        this.known.delete(name);
        for (const table of tablesOf(name)) this.file.writer(`DROP TABLE IF EXISTS ${table}`)();
        this.file.writer('DELETE FROM collections WHERE name = ?')(name);
      }
    });
  }

  /** In steps, so that whoever is served meanwhile waits for one at most. */
  async settle(collections: readonly string[]): Promise<void> {
    for (const name of collections) {
      const collection = this.collection(name);
      for (const statement of collection.indexes()) await this.file.write(() => void this.file.writer(statement)());
      collection.grow(this.organizations.values());
      await this.writePieces(collection);
    }
  }

  async collections() {
    return [...this.known.keys()];
  }

  async get(collection: string, ids: readonly string[]) {
    return this.collection(collection).get(ids);
  }

  async find(collection: string, page: Page) {
    return this.collection(collection).find(page);
  }

  async count(collection: string, { filter, search = [] }: { readonly filter: Filter; readonly search?: readonly string[] }, most: number) {
    return this.collection(collection).count(filter, search, most);
  }

  async sums(collection: string, keys: readonly string[]) {
    return this.collection(collection).sums(keys);
  }

  async checkpoint(line: string) {
    return this.checkpointOf(line);
  }

  async commit(commit: Commit): Promise<void> {
    try {
      await this.file.write(() => this.file.allOrNothing(() => this.write(commit)));
    } catch (error) {
      if (!(error instanceof CheckpointMoved)) this.forget();
      throw error;
    }
    this.keepUp();
  }

  async live() {
    return Object.fromEntries(this.statements.reader<[string, string]>('SELECT view, collection FROM live').all());
  }

  async setLive(live: Readonly<Record<string, string>>): Promise<void> {
    await this.file.write(() => this.switchTo(live));
  }

  async changesAfter(organizationId: string, position: Position, limit: number) {
    const reached = this.checkpointOf('live')?.position;
    const since = this.checkpointOf(feedLine)?.position;
    if (reached === undefined || since === undefined || position < since || position > reached) return undefined;
    const organization = this.organization(organizationId, false);
    return organization === undefined ? [] : this.feed.after(organizationId, organization, position, limit);
  }

  async lease(holder: string, milliseconds: number) {
    return this.file.write(() => {
      const now = this.now();
      const [heldBy, until, epoch] = this.statements.reader<[string, number, number]>('SELECT holder, until, epoch FROM lease').first() ?? ['', 0, 0];
      // Also where it has ended meanwhile: nobody else has had it since, so nothing has changed hands.
      const isMine = heldBy === holder;
      if (!isMine && until > now) return undefined;
      const taken = { epoch: isMine ? epoch : epoch + 1 };
      this.statements.writer('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?)')(holder, now + milliseconds, taken.epoch);
      return taken;
    });
  }

  async close() {
    this.file.close();
  }

  /** Behind the commits: until a piece of a text index is written, it is made again from the rows where it is asked for. */
  private keepUp(): void {
    this.keepingUp ??= (async () => {
      const grown = [...this.known.values()].filter((collection) => collection.growing() !== undefined);
      if (grown.length === 0) return;
      const live = new Set(Object.values(await this.live()));
      for (const collection of grown) if (live.has(collection.declared.name)) await this.writePieces(collection);
    })()
      .catch(() => undefined) // It is tried again after the next commit.
      .finally(() => (this.keepingUp = undefined));
  }

  private async writePieces(collection: CollectionOnSqlite): Promise<void> {
    const { file } = this; // Another may take its place meanwhile.
    for (let organization = collection.growing(); organization !== undefined; organization = collection.growing()) {
      const grown = organization;
      while (!collection.readOn(grown)) await breath();
      await file.write(() => file.allOrNothing(() => collection.writePiece(grown)));
    }
  }

  private write({ line, expected, checkpoint, documents, sums, changes, joins }: Commit): void {
    const [epoch = 0] = this.statements.reader<[number]>('SELECT epoch FROM lease').first() ?? [];
    if (epoch > checkpoint.epoch) throw new CheckpointMoved('Another host has the lease');
    if (JSON.stringify(this.checkpointOf(line)) !== JSON.stringify(expected && ordered(expected))) throw new CheckpointMoved(`${line} has moved on`);

    for (const [name, parts] of grouped(documents, ({ collection }) => collection)) this.collection(name).put(parts);
    for (const [name, parts] of grouped(sums, ({ collection }) => collection)) this.collection(name).add(parts);
    if (joins) {
      this.switchTo(joins.live);
      this.statements.writer('DELETE FROM lines WHERE name = ?')(joins.line);
      this.feed.clear();
      this.setCheckpoint(feedLine, checkpoint);
    }
    for (const [organizationId, entries] of grouped(changes, (change) => change.organizationId))
      this.feed.add(this.organization(organizationId, true)!, entries);
    this.setCheckpoint(line, checkpoint);
  }

  private switchTo(live: Readonly<Record<string, string>>): void {
    this.statements.writer('DELETE FROM live')();
    for (const [view, collection] of Object.entries(live))
      this.statements.writer('INSERT INTO live VALUES (?, ?)')(view, this.collection(collection).declared.name);
  }

  private checkpointOf(line: string): Checkpoint | undefined {
    const row = this.statements.reader<[string]>('SELECT checkpoint FROM lines WHERE name = ?').first(line);
    return row && (JSON.parse(row[0]) as Checkpoint);
  }

  private setCheckpoint(line: string, checkpoint: Checkpoint): void {
    this.statements.writer('INSERT OR REPLACE INTO lines VALUES (?, ?)')(line, JSON.stringify(ordered(checkpoint)));
  }

  private collection(name: string): CollectionOnSqlite {
    const collection = this.known.get(name);
    if (!collection) throw new NoSuchCollection(`There is no collection ${name}`);
    return collection;
  }

  private open(declared: Collection): CollectionOnSqlite {
    return new CollectionOnSqlite(declared, this.statements, (id, make) => this.organization(id, make), this.atHand.shelf());
  }

  private organization(id: string, make: boolean): number | undefined {
    const known = this.organizations.get(id);
    if (known !== undefined || !make) return known;
    this.statements.writer('INSERT INTO organizations (id) VALUES (?)')(id);
    const [number] = this.statements.reader<[number]>('SELECT number FROM organizations WHERE id = ?').first(id)!;
    this.organizations.set(id, number);
    return number;
  }

  /** A transaction was taken back: what was learnt in it is asked for again. */
  private forget(): void {
    this.learnOrganizations();
    for (const collection of this.known.values()) collection.forget();
    this.feed.forget();
  }

  private learnOrganizations(): void {
    this.organizations.clear();
    for (const [number, id] of this.statements.reader<[number, string]>('SELECT number, id FROM organizations').all())
      this.organizations.set(id, number);
  }
}

const beforeOf = (path: string) => `${path}.before`;

function opened(path: string, settings: string, cacheKibibytes = 64_000): SqliteFile {
  const open = () => new SqliteFile(path, { schema: `${settings}\nUPDATE lease SET until = 0;`, cacheKibibytes });
  const file = open();
  if (file.reader<[number]>('SELECT number FROM format').first()?.[0] === format) return file;
  file.close();
  rmSync(path);
  const anew = open();
  anew.writer('INSERT INTO format VALUES (?)')(format);
  return anew;
}

/** From where on the feed tells everything, kept like the checkpoint of a line. */
const feedLine = 'feed';

/** Statements prepared once, and again when many others have come between. */
function kept(file: SqliteFile): Pick<SqliteFile, 'reader' | 'writer'> {
  const readers = new Map<string, ReturnType<SqliteFile['reader']>>();
  const writers = new Map<string, ReturnType<SqliteFile['writer']>>();
  return {
    reader: ((sql: string) => again(readers, sql, () => file.reader(sql))) as SqliteFile['reader'],
    writer: (sql: string) => again(writers, sql, () => file.writer(sql)),
  };
}

function again<Statement>(statements: Map<string, Statement>, sql: string, prepare: () => Statement): Statement {
  const known = statements.get(sql);
  if (known) return known;
  const statement = prepare();
  if (statements.size >= mostStatements) statements.delete(statements.keys().next().value!);
  statements.set(sql, statement);
  return statement;
}
