import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { backOff } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';
import { clearUnusedSpace } from './unused-space.js';
import { WrittenPages } from './written-pages.js';

export type Column = string | number | null | Uint8Array;
type PendingWrite = {
  readonly run: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
};

/** Limit of prepared statements. A store has a few dozen, and some per shape of query. */
const MAX_PREPARED_STATEMENTS = 500;
/** Limit of writes per commit, because a commit blocks the process. */
const MAX_WRITES_PER_COMMIT = 256;
/** Pages scrubbed per commit. */
const SCRUB_PAGES_PER_COMMIT = 64;

/**
 * SQLite file of this process alone (see `lockDataFolder`). A resolved write is on the disk.
 * Concurrent writes share one commit, because a commit costs far more than a write.
 */
export class SqliteFile {
  /**
   * Durability of all files of this process. NORMAL does not wait for the disk: a power cut may
   * undo the last commits. Only for processes without requests, whose work can be repeated.
   */
  static synchronous: 'FULL' | 'NORMAL' = 'FULL';
  private readonly database: Database.Database;
  private readonly statements = new LRUCache<string, Database.Statement>({
    max: MAX_PREPARED_STATEMENTS,
  });
  private readonly pendingWrites: PendingWrite[] = [];
  private readonly closing = new AbortController();
  private readonly hasWriteAheadLog: boolean;
  /**
   * Whether freed pages must still be scrubbed. Also stored in the file (`user_version = 1`), in
   * case the process ends before.
   */
  private needsScrub = false;
  private scrubbing: Promise<void> | undefined;
  /** Called after each commit while pages are scrubbed. */
  private onCommitted: () => void = () => {};

  /**
   * @param schema runs at each start, after the common settings, and may override them
   * @param readonly for another thread of the process that writes the file
   * @throws Unavailable if the file cannot be opened
   */
  constructor(
    readonly path: string,
    {
      schema,
      cacheKibibytes = 2_000,
      readonly,
    }: {
      readonly schema: string;
      readonly cacheKibibytes?: number;
      readonly readonly?: 'readonly';
    },
  ) {
    try {
      if (readonly) {
        this.database = new Database(path, { readonly: true });
        this.hasWriteAheadLog = false;
        return;
      }
      // Created here only if missing: opening and closing a file in use would release its SQLite
      // lock.
      if (existsSync(path)) chmodSync(path, 0o600);
      else closeSync(openSync(path, 'wx', 0o600));
      this.database = new Database(path);
      this.database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA journal_size_limit = ${16 * 2 ** 20};
        PRAGMA synchronous = ${SqliteFile.synchronous};
        PRAGMA cache_size = -${cacheKibibytes};
        PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY;
        ${schema}`);
      this.hasWriteAheadLog = this.reader<[string]>('PRAGMA journal_mode').first()?.[0] === 'wal';
      this.needsScrub = this.reader<[number]>('PRAGMA user_version').first()![0] === 1;
      this.startScrubbing();
    } catch (error) {
      throw this.unavailable('opened', error);
    }
  }

  get isOpen(): boolean {
    return !this.closing.signal.aborted;
  }

  /**
   * Query that stays prepared. `first` and `all` are prepared separately: after `all`, the library
   * answers `first` with an earlier row.
   */
  reader<Row extends readonly Column[]>(sql: string) {
    return {
      all: (...parameters: readonly Column[]) =>
        this.readOrDropStatement('all', sql, (query) => query.all(parameters) as Row[]),
      first: (...parameters: readonly Column[]) =>
        this.readOrDropStatement('first', sql, (query) => query.get(parameters) as Row | undefined),
    };
  }

  /** Prepared change for use inside `write`. Returns the number of changed rows. */
  writer(sql: string): (...parameters: readonly Column[]) => number {
    return (...parameters) => this.prepare('run', sql).run(parameters).changes;
  }

  /** Prepared insertion for `write`. Returns the row id; undefined if nothing was inserted. */
  inserter(sql: string): (...parameters: readonly Column[]) => number | undefined {
    return (...parameters) => {
      const { changes, lastInsertRowid } = this.prepare('run', sql).run(parameters);
      return changes === 0 ? undefined : Number(lastInsertRowid);
    };
  }

  /**
   * Runs `run` in the next commit and resolves when it is on the disk. If `run` throws, it must
   * have changed nothing (see `rollbackOnError`): the other writes of the commit continue.
   * @throws Unavailable if the commit failed
   */
  write<Result>(run: () => Result): Promise<Result> {
    if (!this.isOpen) return Promise.reject(this.closedError());
    return new Promise<Result>((resolve, reject) => {
      // Commits after this turn of the event loop, so that all its writes share the commit.
      if (this.pendingWrites.push({ run, resolve, reject }) === 1)
        setImmediate(() => this.commit());
    });
  }

  /** Part of a `write` that is rolled back if it throws. */
  rollbackOnError<Result>(run: () => Result): Result {
    this.database.exec('SAVEPOINT part');
    try {
      const result = run();
      this.database.exec('RELEASE part');
      return result;
    } catch (error) {
      if (this.database.inTransaction) this.database.exec('ROLLBACK TO part; RELEASE part');
      throw error;
    }
  }

  /**
   * Empties the write-ahead log.
   * @returns false if a reader of an older state still needs it
   */
  checkpoint(): boolean {
    try {
      const [isBusy] = this.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw().get([]) as [
        busy: number,
      ];
      return isBusy === 0;
    } catch (error) {
      throw this.unavailable('written', error);
    }
  }

  /**
   * For use inside `write`: schedules overwriting of everything deleted or replaced so far, in the
   * file and its write-ahead log. The work continues after a restart, and waits until no reader
   * needs an older state.
   */
  scrub(): void {
    this.needsScrub = true;
    this.database.exec('PRAGMA user_version = 1');
  }

  close(): void {
    if (!this.isOpen) return;
    this.commitPending();
    this.closing.abort();
    // If this fails, the next opening reads the data from the write-ahead log.
    this.leaveWriteAheadLog();
    this.database.close();
  }

  /**
   * Moves the write-ahead log into the file, then closes the file, so that it can be replaced.
   * @returns false, with the file still open, if another connection uses it or the disk is full
   */
  closeForReplacement(): boolean {
    this.commitPending();
    if (!this.leaveWriteAheadLog()) return false;
    this.close();
    return true;
  }

  /**
   * The library closes the file only when its statements are garbage-collected, so the write-ahead
   * log is emptied before.
   */
  private leaveWriteAheadLog(): boolean {
    if (!this.hasWriteAheadLog) return true;
    try {
      this.database.exec('PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_schema');
      return true;
    } catch {
      return false;
    }
  }

  private commitPending(): void {
    while (this.pendingWrites.length > 0) this.commit();
  }

  private commit(): void {
    const group = this.pendingWrites.splice(0, MAX_WRITES_PER_COMMIT);
    if (group.length === 0) return;
    try {
      this.database.exec('BEGIN IMMEDIATE');
      const settlers = group.map((work) => this.runWrite(work));
      this.database.exec('COMMIT');
      this.onCommitted();
      for (const settle of settlers) settle();
    } catch (error) {
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      const unavailable = this.unavailable(
        'written',
        error instanceof Unavailable ? error.cause : error,
      );
      for (const { reject } of group) reject(unavailable);
    }
    if (this.pendingWrites.length > 0 && this.isOpen) setImmediate(() => this.commit());
    this.startScrubbing();
  }

  private runWrite({ run, resolve, reject }: PendingWrite): () => void {
    try {
      const result = run() as never;
      return () => resolve(result);
    } catch (error) {
      // An error of the file may have ended the transaction of all writes.
      if (error instanceof Unavailable || error instanceof Database.SqliteError) throw error;
      return () => reject(error);
    }
  }

  /** A file without a write-ahead log is scrubbed when it is opened again later. */
  private startScrubbing(): void {
    if (this.needsScrub && this.hasWriteAheadLog && this.isOpen)
      this.scrubbing ??= this.scrubUntilClean().finally(() => (this.scrubbing = undefined));
  }

  private async scrubUntilClean(): Promise<void> {
    for (let failures = 0; this.needsScrub && this.isOpen;) {
      try {
        this.needsScrub = false;
        await this.scrubPages();
        while (!this.checkpoint()) await this.pause(backOff(failures++));
        await this.write(() => this.needsScrub || this.database.exec('PRAGMA user_version = 0'));
        failures = 0;
      } catch {
        // The disk is full or the file was closed. Scrubbing is retried here, or at the next
        // opening.
        this.needsScrub = true;
        await this.pause(backOff(failures++)).catch(() => undefined);
      }
    }
  }

  /**
   * Scrubs in steps, with a pause as long as each step. A commit in a pause may move deleted text
   * to a page that is clean already, so its pages are scrubbed again in the next step.
   */
  private async scrubPages(): Promise<void> {
    const pageCount = this.reader<[number]>('PRAGMA page_count');
    const page = this.reader<[Uint8Array]>('SELECT data FROM sqlite_dbpage WHERE pgno = ?');
    const replace = this.writer('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?');
    const scrubPage = (number: number) => {
      const [bytes] = page.first(number) ?? [];
      const clean = bytes && clearUnusedSpace(bytes, number);
      if (clean) replace(clean, number);
    };

    const written = new WrittenPages(this.path);
    const writtenAgain = new Set<number>();
    let failure: unknown;
    this.onCommitted = () => {
      try {
        written.take().forEach((number) => writtenAgain.add(number));
      } catch (error) {
        failure = error;
      }
    };
    try {
      let next = 1;
      for (let isClean = false; !isClean;) {
        if (failure) throw failure as Error;
        const startedAt = performance.now();
        await this.write(() => {
          for (const number of writtenAgain) if (number < next) scrubPage(number);
          writtenAgain.clear();
          const end = Math.min(next + SCRUB_PAGES_PER_COMMIT, pageCount.first()![0] + 1);
          for (; next < end; next++) scrubPage(next);
          isClean = next > pageCount.first()![0];
        });
        await this.pause(performance.now() - startedAt);
      }
    } finally {
      this.onCommitted = () => {};
    }
  }

  /**
   * Waits without keeping the process alive.
   * @throws AbortError if the file is closed
   */
  private pause(milliseconds: number): Promise<void> {
    return wait(milliseconds, undefined, { signal: this.closing.signal, ref: false });
  }

  private prepare(use: 'all' | 'first' | 'run', sql: string): Database.Statement {
    const key = `${use} ${sql}`;
    const cached = this.statements.get(key);
    if (cached) return cached;
    const statement = this.database.prepare(sql);
    if (use !== 'run') statement.raw();
    this.statements.set(key, statement);
    return statement;
  }

  private readOrDropStatement<Result>(
    use: 'all' | 'first',
    sql: string,
    ask: (statement: Database.Statement) => Result,
  ): Result {
    if (!this.isOpen) throw this.closedError();
    try {
      return ask(this.prepare(use, sql));
    } catch (error) {
      // A statement that failed on a damaged page keeps failing, even on sound pages.
      this.statements.delete(`${use} ${sql}`);
      throw this.unavailable('read', error);
    }
  }

  private closedError = () => new Unavailable(`${basename(this.path)} is closed`);

  private unavailable(verb: 'opened' | 'read' | 'written', error: unknown): Unavailable {
    const { code = '', message } = error as { code?: string; message: string };
    const reason =
      { SQLITE_FULL: 'the disk is full', SQLITE_BUSY: 'another process uses it' }[code] ?? message;
    return new Unavailable(`${basename(this.path)} cannot be ${verb}: ${reason}`, { cause: error });
  }
}

/** Whether a read failed because a page of the file is damaged. */
export const isDamagedFile = (error: unknown): boolean =>
  error instanceof Unavailable &&
  ((error.cause as { code?: string } | undefined)?.code ?? '').startsWith('SQLITE_CORRUPT');
