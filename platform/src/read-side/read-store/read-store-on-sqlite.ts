import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import type { Position } from '../../event-log/event-log.js';
import { Unavailable } from '../../common/unavailable.js';
import { CollectionOnSqlite } from './collection-on-sqlite.js';
import { FeedOnSqlite, feedSchema } from './feed-on-sqlite.js';
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

/** Of the tables. Views of another one are made again from the log. */
const format = 6;

const cacheKibibytes = 32_000;
/** The files that SQLite makes of one. */
export const fileEnds = ['', '-wal', '-shm', '-journal'] as const;

/** A view can be made again from the log, so a commit need not wait for the disk; what it writes is whole all the same. */
const schema = `
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS format (number INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, declared TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lines (name TEXT PRIMARY KEY, checkpoint TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS live (view TEXT PRIMARY KEY, collection TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lease (one INTEGER PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, until INTEGER NOT NULL, epoch INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS sums (collection TEXT, key TEXT, name TEXT, amount INTEGER NOT NULL, PRIMARY KEY (collection, key, name)) WITHOUT ROWID;
  ${feedSchema}`;

/** From where on the feed has everything, kept like the checkpoint of a line. */
const feedLine = 'feed';

/**
 * `views.sqlite`: each collection a table of JSON documents. One process has the file, so whoever held the lease before it was
 * opened is gone.
 */
export class ReadStoreOnSqlite implements ReadStore {
  private file!: SqliteFile;
  readonly beside: NonNullable<ReadStore['beside']>;
  private readonly known = new Map<string, CollectionOnSqlite>();
  private feed!: FeedOnSqlite;

  /** @throws Unavailable if the file cannot be opened */
  constructor(
    private readonly path: string,
    private readonly now: () => number = Date.now,
  ) {
    this.beside = { path: `${path}.next`, takeOver: () => this.takeOver() };
    // Left by a process that ended before it took over.
    for (const end of fileEnds) rmSync(`${this.beside.path}${end}`, { force: true });
    this.use(opened(path));
  }

  private use(file: SqliteFile): void {
    this.file = file;
    this.feed = new FeedOnSqlite(file);
    this.known.clear();
    for (const [name, declared] of file.reader<[string, string]>('SELECT name, declared FROM collections').all())
      this.known.set(name, new CollectionOnSqlite(JSON.parse(declared) as Collection, file));
  }

  /** One rename, so that a process that is killed meanwhile leaves one whole file. The lease stays with its holder. */
  private takeOver(): void {
    // On a full disk it was closed with its newest part in its write-ahead file, which the rename would leave behind.
    if (statSync(`${this.beside.path}-wal`, { throwIfNoEntry: false })?.size) throw new Unavailable(`${this.beside.path} is not whole`);
    const lease = this.file.reader<[string, number, number]>('SELECT holder, until, epoch FROM lease').first();
    this.file.close();
    try {
      if (existsSync(`${this.path}-wal`)) throw new Unavailable(`${this.path} could not be closed`);
      renameSync(this.beside.path, this.path);
    } finally {
      this.use(opened(this.path));
    }
    if (lease) this.file.writer('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?)')(...lease);
  }

  async ensure(collections: readonly Collection[]): Promise<void> {
    const missing = collections.filter((declared) => checkDeclared(declared, this.known.get(declared.name)?.declared));
    const made = missing.map((declared) => new CollectionOnSqlite(declared, this.file));
    await this.file.write(() => {
      for (const collection of made) {
        for (const statement of collection.schema()) this.file.writer(statement)();
        this.file.writer('INSERT INTO collections VALUES (?, ?)')(collection.declared.name, JSON.stringify(collection.declared));
      }
    });
    for (const collection of made) this.known.set(collection.declared.name, collection);
  }

  async drop(collections: readonly string[]): Promise<void> {
    await this.file.write(() => {
      for (const name of collections) {
        this.file.writer(`DROP TABLE IF EXISTS "${name}"`)();
        this.file.writer('DELETE FROM sums WHERE collection = ?')(name);
        this.file.writer('DELETE FROM collections WHERE name = ?')(name);
      }
    });
    // Not before: what could not be written is still there.
    for (const name of collections) this.known.delete(name);
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

  async countEach(collection: string, question: Count, field: string) {
    return this.collection(collection).countEach(question, field);
  }

  async sums(collection: string, keys: readonly string[]) {
    this.collection(collection);
    const statement = `
      SELECT key, json_group_object(name, amount) FROM sums WHERE collection = ? AND key IN (SELECT value FROM json_each(?)) GROUP BY key`;
    const rows = this.file.reader<[string, string]>(statement).all(collection, JSON.stringify(keys));
    return new Map(rows.map(([key, amounts]) => [key, JSON.parse(amounts) as Record<string, number>]));
  }

  async checkpoint(line: string) {
    return this.checkpointOf(line);
  }

  async commit(commit: Commit): Promise<void> {
    for (const { json } of commit.documents) checkSize(json);
    await this.file.write(() => this.file.allOrNothing(() => this.write(commit)));
  }

  async live() {
    return Object.fromEntries(this.file.reader<[string, string]>('SELECT view, collection FROM live').all());
  }

  async setLive(live: Readonly<Record<string, string>>): Promise<void> {
    await this.file.write(() => this.switchTo(live));
  }

  async changesAfter(organizationId: string, position: Position, limit: number) {
    const reached = this.checkpointOf('live')?.position;
    const since = this.checkpointOf(feedLine)?.position;
    if (reached === undefined || since === undefined || position < since || position > reached) return undefined;
    return this.feed.after(organizationId, position, limit);
  }

  async lease(holder: string, milliseconds: number) {
    return this.file.write(() => {
      const now = this.now();
      const [heldBy, until, epoch] = this.file.reader<[string, number, number]>('SELECT holder, until, epoch FROM lease').first() ?? ['', 0, 0];
      // Also where it has ended meanwhile: nobody else has had it since, so nothing has changed hands.
      const isMine = heldBy === holder;
      if (!isMine && until > now) return undefined;
      const taken = { epoch: isMine ? epoch : epoch + 1 };
      this.file.writer('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?)')(holder, now + milliseconds, taken.epoch);
      return taken;
    });
  }

  async close() {
    this.file.close();
  }

  private write({ line, expected, checkpoint, documents, sums, changes, joins, erases }: Commit): void {
    const [epoch = 0] = this.file.reader<[number]>('SELECT epoch FROM lease').first() ?? [];
    if (epoch > checkpoint.epoch) throw new CheckpointMoved('Another host has the lease');
    if (!isDeepStrictEqual(this.checkpointOf(line), expected)) throw new CheckpointMoved(`${line} has moved on`);

    for (const { collection, id, json } of documents) {
      if (json === undefined) this.collection(collection).remove(id);
      else this.collection(collection).put(id, json);
    }
    for (const { collection, key, amounts } of sums) this.add(this.collection(collection).declared.name, key, amounts);
    if (joins) {
      this.switchTo(joins.live);
      this.file.writer('DELETE FROM lines WHERE name = ?')(joins.line);
      this.feed.clear();
      this.setCheckpoint(feedLine, checkpoint);
    }
    const now = this.now();
    this.feed.add(changes, now);
    const trimmed = this.feed.trim(now);
    // What goes by its age may be before what has gone: a clock may have been ahead.
    if (trimmed !== undefined && trimmed > (this.checkpointOf(feedLine)?.position ?? ''))
      this.setCheckpoint(feedLine, { ...checkpoint, position: trimmed });
    this.setCheckpoint(line, checkpoint);
    if (erases) this.file.overwriteRemains();
  }

  /** Adds differences; what comes to nothing goes. */
  private add(collection: string, key: string, amounts: Readonly<Record<string, number>>): void {
    const added = this.file.writer('INSERT INTO sums VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET amount = amount + excluded.amount');
    const emptied = this.file.writer('DELETE FROM sums WHERE collection = ? AND key = ? AND name = ? AND amount = 0');
    for (const [name, amount] of Object.entries(amounts)) {
      added(collection, key, name, amount);
      if (amount <= 0) emptied(collection, key, name);
    }
  }

  private switchTo(live: Readonly<Record<string, string>>): void {
    this.file.writer('DELETE FROM live')();
    for (const [view, collection] of Object.entries(live))
      this.file.writer('INSERT INTO live VALUES (?, ?)')(view, this.collection(collection).declared.name);
  }

  private checkpointOf(line: string): Checkpoint | undefined {
    const row = this.file.reader<[string]>('SELECT checkpoint FROM lines WHERE name = ?').first(line);
    return row && (JSON.parse(row[0]) as Checkpoint);
  }

  private setCheckpoint(line: string, checkpoint: Checkpoint): void {
    this.file.writer('INSERT OR REPLACE INTO lines VALUES (?, ?)')(line, JSON.stringify(checkpoint));
  }

  private collection(name: string): CollectionOnSqlite {
    const collection = this.known.get(name);
    if (!collection) throw new NoSuchCollection(`There is no collection ${name}`);
    return collection;
  }
}

/** @throws Unavailable; of a damaged file, with what to do about it */
function opened(path: string): SqliteFile {
  const open = () => new SqliteFile(path, { schema: `${schema}\nUPDATE lease SET until = 0;`, cacheKibibytes });
  let file: SqliteFile;
  try {
    file = open();
    if (file.reader<[number]>('SELECT number FROM format').first()?.[0] === format) return file;
  } catch (error) {
    const { code = '', message } = (error as Error).cause as NodeJS.ErrnoException;
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
    const words = `${path} is damaged (${message}). The views in it are made again from the log: delete it, with ${path}-wal where that is there, and start again.`;
    throw new Unavailable(words, { cause: error });
  }
  file.close();
  rmSync(path);
  const anew = open();
  anew.writer('INSERT INTO format VALUES (?)')(format);
  return anew;
}
