import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { Unavailable } from '../../common/unavailable.js';
import { CollectionOnSqlite } from './collection-on-sqlite.js';
import {
  CheckpointMoved,
  type Collection,
  type CountQuestion,
  NoSuchCollection,
  type Page,
  ReadStore,
  type Write,
} from './read-store.js';

/** Version of the tables. Views of another version are made again from the log. */
const format = '9';

/**
 * A search reads all texts of an organization: those of a large one fit in here, and need not be
 * read from the file again.
 */
const cacheKibibytes = 64_000;
export const fileEnds = ['', '-wal', '-shm', '-journal'] as const;

/**
 * A view can be made again from the log, so a commit need not wait for the disk; what it writes is
 * whole all the same.
 */
const schema = `
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS declared (name TEXT PRIMARY KEY, collection TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS state (id TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`;

/**
 * `views.sqlite`: each collection a table of JSON documents. One process has the file, so the lease
 * is kept in memory: a holder before it was opened is gone.
 */
export class ReadStoreOnSqlite extends ReadStore {
  private file!: SqliteFile;
  readonly beside: NonNullable<ReadStore['beside']>;
  private readonly known = new Map<string, CollectionOnSqlite>();
  private leased = { holder: '', until: 0, epoch: 0 };

  /** @throws Unavailable if the file cannot be opened */
  constructor(
    private readonly path: string,
    now: () => number = Date.now,
  ) {
    super(now);
    this.beside = { path: `${path}.next`, takeOver: () => this.takeOver() };
    // Left by a process that ended before it took over.
    for (const end of fileEnds) rmSync(`${this.beside.path}${end}`, { force: true });
    this.use(opened(path));
  }

  private use(file: SqliteFile): void {
    this.file = file;
    this.known.clear();
    for (const [json] of file.reader<[string]>('SELECT collection FROM declared').all())
      this.know(JSON.parse(json) as Collection);
  }

  /** Replaces the file by one rename, so that a killed process leaves one complete file. */
  private takeOver(): void {
    // On a full disk it was closed with its newest part in its write-ahead file, which the rename
    // would leave behind.
    if (statSync(`${this.beside.path}-wal`, { throwIfNoEntry: false })?.size)
      throw new Unavailable(`${this.beside.path} is not whole`);
    this.file.close();
    try {
      if (existsSync(`${this.path}-wal`)) throw new Unavailable(`${this.path} could not be closed`);
      renameSync(this.beside.path, this.path);
    } finally {
      this.use(opened(this.path));
    }
  }

  async get(collection: string, ids: readonly string[]) {
    return this.collection(collection).get(ids);
  }

  async find(collection: string, page: Page) {
    return this.collection(collection).find(page);
  }

  async countEach(collection: string, question: CountQuestion, field: string) {
    return this.collection(collection).countEach(question, field);
  }

  async sumEach(collection: string, question: CountQuestion, field: string, amount: string) {
    return this.collection(collection).sumEach(question, field, amount);
  }

  async lease(holder: string, milliseconds: number) {
    const [{ holder: before, until, epoch }, now] = [this.leased, this.now()];
    // Also where it has ended meanwhile: no other has had it since, so nothing has changed hands.
    const isMine = before === holder;
    if (!isMine && until > now) return undefined;
    this.leased = { holder, until: now + milliseconds, epoch: isMine ? epoch : epoch + 1 };
    return { epoch: this.leased.epoch };
  }

  async close() {
    this.file.close();
  }

  protected async declared() {
    return [...this.known.values()].map(({ declared }) => declared);
  }

  protected async make(missing: readonly Collection[]): Promise<void> {
    const made = missing.map((declared) => new CollectionOnSqlite(declared, this.file));
    await this.file.write(() => {
      for (const collection of made) {
        for (const statement of collection.schema()) this.file.writer(statement)();
        this.file.writer('INSERT INTO declared VALUES (?, ?)')(
          collection.declared.name,
          JSON.stringify(collection.declared),
        );
      }
    });
    for (const declared of missing) this.know(declared);
  }

  protected async remove(names: readonly string[]): Promise<void> {
    await this.file.write(() => {
      for (const name of names) {
        this.file.writer(`DROP TABLE IF EXISTS "${name}"`)();
        this.file.writer('DELETE FROM declared WHERE name = ?')(name);
      }
    });
    // Not before: what could not be written is still there.
    for (const name of names) this.known.delete(name);
  }

  protected async state(ids: readonly string[]) {
    const rows = this.file
      .reader<[string, string]>(
        'SELECT id, value FROM state WHERE id IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(ids));
    return new Map(rows.map(([id, value]) => [id, JSON.parse(value) as unknown]));
  }

  protected async setState(state: Write['state']): Promise<void> {
    await this.file.write(() => this.put(state));
  }

  protected async write({
    guard,
    expected,
    checkpoint,
    documents,
    state,
    erases,
  }: Write): Promise<void> {
    await this.file.write(() =>
      this.file.allOrNothing(() => {
        if (this.leased.epoch > checkpoint.epoch)
          throw new CheckpointMoved('Another host has the lease');
        const [json] =
          this.file.reader<[string]>('SELECT value FROM state WHERE id = ?').first(guard) ?? [];
        if (!isDeepStrictEqual(json && JSON.parse(json), expected))
          throw new CheckpointMoved(`${guard} has moved on`);
        for (const { collection, id, json } of documents) {
          if (json === undefined) this.collection(collection).remove(id);
          else this.collection(collection).put(id, json);
        }
        this.put(state);
        if (erases) this.file.overwriteRemains();
      }),
    );
  }

  private put(state: Write['state']): void {
    for (const [id, value] of Object.entries(state)) {
      if (value === undefined) this.file.writer('DELETE FROM state WHERE id = ?')(id);
      else
        this.file.writer('INSERT OR REPLACE INTO state VALUES (?, ?)')(id, JSON.stringify(value));
    }
  }

  private know(declared: Collection): void {
    this.known.set(declared.name, new CollectionOnSqlite(declared, this.file));
  }

  private collection(name: string): CollectionOnSqlite {
    const collection = this.known.get(name);
    if (!collection) throw new NoSuchCollection(`There is no collection ${name}`);
    return collection;
  }
}

/** @throws Unavailable; of a damaged file, with what to do about it */
function opened(path: string): SqliteFile {
  const open = () => new SqliteFile(path, { schema, cacheKibibytes });
  let file: SqliteFile;
  try {
    file = open();
    if (
      file.reader<[string]>('SELECT value FROM state WHERE id = ?').first('format')?.[0] === format
    )
      return file;
  } catch (error) {
    const { code = '', message } = (error as Error).cause as NodeJS.ErrnoException;
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
    const words = `${path} is damaged (${message}). The views in it are made again from the log: delete it, with ${path}-wal where that is there, and start again.`;
    throw new Unavailable(words, { cause: error });
  }
  file.close();
  rmSync(path);
  const anew = open();
  anew.writer('INSERT INTO state VALUES (?, ?)')('format', format);
  return anew;
}
