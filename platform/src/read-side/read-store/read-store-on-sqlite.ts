import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { retry } from '../../common/retry.js';
import { Unavailable } from '../../common/unavailable.js';
import { CollectionOnSqlite } from './collection-on-sqlite.js';
import {
  type Checkpoint,
  CheckpointMoved,
  type Collection,
  type CountQuery,
  NoSuchCollection,
  type Page,
  ReadStore,
  type Write,
  LIVE_TRACK,
} from './read-store.js';

/** Version of the tables. Views of another version are rebuilt from the log. */
const FORMAT_VERSION = '9';

/** SQLite page cache. A search reads all texts of an organization; those of a large one fit in. */
const CACHE_KIBIBYTES = 64_000;
/** Settings of a file that is lost with its process, and that never waits for the disk. */
export type Temporary = { readonly cacheKibibytes: number };
export const SQLITE_FILE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/** Removes a SQLite file, if it exists, with those that belong to it. */
export function removeSqliteFiles(path: string): void {
  for (const suffix of SQLITE_FILE_SUFFIXES) rmSync(`${path}${suffix}`, { force: true });
}

/** Suffix of a file of views that is being built. */
const DRAFT_SUFFIX = '.unfinished';
/** Time that a take-over waits for a reader in another process, such as a backup. */
const TAKE_OVER_PATIENCE_MS = 15_000;

/** File of views that were built for a set (`viewSetOf`) before its build starts. */
export const builtViewsPath = (path: string, set: string): string => `${path}.for-${set}`;
/** File in which views are built for a set. */
export const draftOfBuiltViews = (path: string, set: string): string =>
  `${builtViewsPath(path, set)}${DRAFT_SUFFIX}`;

/**
 * Removes built views, because they may hold data of persons erased since. `without drafts` keeps
 * files that a running build may be writing.
 */
export function removeBuiltViews(path: string, drafts: 'with drafts' | 'without drafts'): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder))
    if (
      name.startsWith(builtViewsPath(basename(path), '')) &&
      (drafts === 'with drafts' || !name.includes(DRAFT_SUFFIX))
    )
      rmSync(join(folder, name), { force: true });
}

/**
 * `synchronous = NORMAL` does not wait for the disk: views can be rebuilt, and WAL keeps the file
 * consistent.
 */
const schema = `
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS declared (name TEXT PRIMARY KEY, collection TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS state (id TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`;

/**
 * Views in `views.sqlite`, one table per collection. One process owns the file, so the lease is
 * kept in memory.
 */
export class ReadStoreOnSqlite extends ReadStore {
  private file!: SqliteFile;
  readonly rebuildTarget: NonNullable<ReadStore['rebuildTarget']>;
  private readonly collectionsByName = new Map<string, CollectionOnSqlite>();
  private currentLease = { holder: '', until: 0, epoch: 0 };

  /** @throws Unavailable if the file cannot be opened */
  constructor(
    private readonly path: string,
    now: () => number = Date.now,
    private readonly temporary?: Temporary,
    readonly?: 'readonly',
  ) {
    super(now);
    this.rebuildTarget = {
      path: `${path}.next`,
      takeOver: () => this.takeOver(this.rebuildTarget.path),
    };
    if (readonly) {
      this.attach(new SqliteFile(path, { schema, readonly }));
      return;
    }
    // Removes the remains of a rebuild that crashed.
    removeSqliteFiles(this.rebuildTarget.path);
    this.attach(openCurrentFormat(path, temporary));
  }

  /** Opens the views of a running process, which keeps writing them. */
  static openReadonly(path: string): ReadStoreOnSqlite {
    return new ReadStoreOnSqlite(path, Date.now, undefined, 'readonly');
  }

  /** False for a file of another build, which this build would empty at its start. */
  isOfCurrentFormat(): boolean {
    return isOfCurrentFormat(this.file);
  }

  private attach(file: SqliteFile): void {
    this.file = file;
    this.collectionsByName.clear();
    for (const [json] of file.reader<[string]>('SELECT collection FROM declared').all())
      this.register(JSON.parse(json) as Collection);
  }

  /**
   * Takes over views that were built for this set, if they are usable. Removes built views of all
   * sets.
   * @throws Unavailable, with the existing views in use
   */
  async adoptBuilt(
    set: string,
    isUsable: (checkpoint: Checkpoint | undefined) => Promise<boolean>,
  ): Promise<void> {
    const builtPath = builtViewsPath(this.path, set);
    try {
      if (!existsSync(builtPath)) return;
      const store = ReadStoreOnSqlite.openReadonly(builtPath);
      const checkpoint = await store.readCheckpoint(LIVE_TRACK).finally(() => store.close());
      if (!(await isUsable(checkpoint)))
        throw new Unavailable('somebody was erased since, or the built views are of another log');
      await this.takeOver(builtPath);
    } finally {
      removeBuiltViews(this.path, 'with drafts');
    }
  }

  /** Waits for readers in other processes, some seconds. */
  private takeOver(path: string): Promise<void> {
    const deadline = performance.now() + TAKE_OVER_PATIENCE_MS;
    return retry(async () => this.replaceBy(path), {
      onFailure(error) {
        if (!(error instanceof InUse) || performance.now() > deadline) throw error;
      },
      backOff: { first: 50, longest: 500 },
    });
  }

  /** Replaces the file by one rename, so that a crash leaves one complete file. */
  private replaceBy(path: string): void {
    // A full disk leaves data in the write-ahead log, which the rename would leave behind.
    if (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size)
      throw new Unavailable(`${path} is not whole`);
    if (!this.file.closeForReplacement())
      throw new InUse(`${this.path} is in use by another process`);
    try {
      renameSync(path, this.path);
    } finally {
      this.attach(openCurrentFormat(this.path, this.temporary));
    }
  }

  async get(collection: string, ids: readonly string[]) {
    return this.collection(collection).get(ids);
  }

  async readIds(collection: string, after: string, limit: number) {
    return this.collection(collection).readIds(after, limit);
  }

  async find(collection: string, page: Page) {
    return this.collection(collection).find(page);
  }

  async countEach(collection: string, query: CountQuery, field: string) {
    return this.collection(collection).countEach(query, field);
  }

  async sumEach(collection: string, query: CountQuery, field: string, amount: string) {
    return this.collection(collection).sumEach(query, field, amount);
  }

  async acquireLease(holder: string, milliseconds: number) {
    const [{ holder: formerHolder, until, epoch }, now] = [this.currentLease, this.now()];
    // An expired lease that nobody else took is still ours.
    const isMine = formerHolder === holder;
    if (!isMine && until > now) return undefined;
    this.currentLease = { holder, until: now + milliseconds, epoch: isMine ? epoch : epoch + 1 };
    return { epoch: this.currentLease.epoch };
  }

  async close() {
    this.file.close();
  }

  protected async readDeclarations() {
    return [...this.collectionsByName.values()].map(({ declaration }) => declaration);
  }

  protected async createCollections(missing: readonly Collection[]): Promise<void> {
    const created = missing.map((declared) => this.createCollection(declared, this.file));
    await this.file.write(() => {
      for (const collection of created) {
        for (const statement of collection.schema()) this.file.writer(statement)();
        this.file.writer('INSERT INTO declared VALUES (?, ?)')(
          collection.declaration.name,
          JSON.stringify(collection.declaration),
        );
      }
    });
    for (const declared of missing) this.register(declared);
  }

  protected async dropCollections(names: readonly string[]): Promise<void> {
    await this.file.write(() => {
      for (const name of names) {
        this.file.writer(`DROP TABLE IF EXISTS "${name}"`)();
        this.file.writer('DELETE FROM declared WHERE name = ?')(name);
      }
    });
    // Removed after the write, because a failed write leaves the tables.
    for (const name of names) this.collectionsByName.delete(name);
  }

  protected async readState(ids: readonly string[]) {
    const rows = this.file
      .reader<[string, string]>(
        'SELECT id, value FROM state WHERE id IN (SELECT value FROM json_each(?))',
      )
      .all(JSON.stringify(ids));
    return new Map(rows.map(([id, value]) => [id, JSON.parse(value) as unknown]));
  }

  protected async writeState(state: Write['state']): Promise<void> {
    await this.file.write(() => this.writeStateRows(state));
  }

  protected async write({
    checkpointId,
    expected,
    checkpoint,
    documents,
    state,
    erases,
  }: Write): Promise<void> {
    await this.file.write(() =>
      this.file.rollbackOnError(() => {
        if (this.currentLease.epoch > checkpoint.epoch)
          throw new CheckpointMoved('Another host has the lease');
        const [json] =
          this.file.reader<[string]>('SELECT value FROM state WHERE id = ?').first(checkpointId) ??
          [];
        if (!isDeepStrictEqual(json && JSON.parse(json), expected))
          throw new CheckpointMoved(`${checkpointId} has moved on`);
        for (const { collection, id, json } of documents) {
          if (json === undefined) this.collection(collection).remove(id);
          else this.collection(collection).put(id, json);
        }
        this.writeStateRows(state);
        if (erases) this.file.scrub();
      }),
    );
    if (erases) removeBuiltViews(this.path, 'without drafts');
  }

  private writeStateRows(state: Write['state']): void {
    for (const [id, value] of Object.entries(state)) {
      if (value === undefined) this.file.writer('DELETE FROM state WHERE id = ?')(id);
      else
        this.file.writer('INSERT OR REPLACE INTO state VALUES (?, ?)')(id, JSON.stringify(value));
    }
  }

  private register(declared: Collection): void {
    this.collectionsByName.set(declared.name, this.createCollection(declared, this.file));
  }

  protected createCollection(declared: Collection, file: SqliteFile): CollectionOnSqlite {
    return new CollectionOnSqlite(declared, file);
  }

  private collection(name: string): CollectionOnSqlite {
    const collection = this.collectionsByName.get(name);
    if (!collection) throw new NoSuchCollection(`There is no collection ${name}`);
    return collection;
  }
}

const isOfCurrentFormat = (file: SqliteFile): boolean =>
  file.reader<[string]>('SELECT value FROM state WHERE id = ?').first('format')?.[0] ===
  FORMAT_VERSION;

/** Another process has the file open, e.g. a backup. */
class InUse extends Unavailable {}

/**
 * Opens the file; recreates it if its format is old.
 * @throws Unavailable, for a damaged file with instructions
 */
function openCurrentFormat(path: string, temporary: Temporary | undefined): SqliteFile {
  const settings = temporary
    ? {
        ...temporary,
        schema: `${schema}; PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 16000`,
      }
    : { schema, cacheKibibytes: CACHE_KIBIBYTES };
  const open = () => new SqliteFile(path, settings);
  let file: SqliteFile;
  try {
    file = open();
    if (isOfCurrentFormat(file)) return file;
  } catch (error) {
    const { code = '', message } = (error as Error).cause as NodeJS.ErrnoException;
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error;
    const description = `${path} is damaged (${message}). The views in it are made again from the log: delete it, with ${path}-wal where that is there, and start again.`;
    throw new Unavailable(description, { cause: error });
  }
  file.close();
  rmSync(path);
  const recreated = open();
  recreated.writer('INSERT INTO state VALUES (?, ?)')('format', FORMAT_VERSION);
  return recreated;
}
