import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { backOff } from '../../common/clock.js';
import { Unavailable } from '../../common/unavailable.js';
import { withoutRemains } from './unused-space.js';

export type Column = string | number | null | Uint8Array;
type Work = {
  readonly run: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Statements that stay prepared: a store has a few dozen, and some for each kind of question that
 * it is asked.
 */
const mostPrepared = 500;
/**
 * A commit blocks the process, so one commit does not take in more than this, however many are
 * waiting.
 */
const mostInOneCommit = 256;
/** Pages that are looked at in one commit when remains are overwritten. */
const pagesInOneLook = 64;

/**
 * SQLite file that only its owner can read and only this process uses (see `takeDataFolder`). A
 * resolved write is on the disk. Concurrent writes share one commit, because a commit costs far
 * more than a write.
 */
export class SqliteFile {
  /**
   * Durability of all files of this process. With NORMAL a commit does not wait for the disk. A
   * power cut may undo the last commits; a killed process loses nothing. Only for a process without
   * requests, whose work can be repeated.
   */
  static synchronous: 'FULL' | 'NORMAL' = 'FULL';
  private readonly database: Database.Database;
  private readonly statements = new LRUCache<string, Database.Statement>({ max: mostPrepared });
  private readonly waiting: Work[] = [];
  private readonly closing = new AbortController();
  private readonly hasWriteAheadFile: boolean;
  /**
   * Whether deleted data must still be overwritten. The file stores it too (`user_version = 1`),
   * because the process may end before.
   */
  private hasRemains = false;
  private overwriting: Promise<void> | undefined;

  /**
   * @param schema is run at each start, after the settings that all files have, and may change them
   * @param readonly for another thread of the process that has the file open to write it
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
        this.hasWriteAheadFile = false;
        return;
      }
      // Opening and closing a file that is in use here already would free its lock: only one that
      // is not there is made so.
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
      this.hasWriteAheadFile = this.reader<[string]>('PRAGMA journal_mode').first()?.[0] === 'wal';
      this.hasRemains = this.reader<[number]>('PRAGMA user_version').first()![0] === 1;
      this.overwriteSoon();
    } catch (error) {
      throw this.unavailable('opened', error);
    }
  }

  get isOpen(): boolean {
    return !this.closing.signal.aborted;
  }

  /**
   * A prepared question. Asked for one row and for all it is prepared twice, because of a statement
   * that was asked for all rows the library answers the next question for one with a row of before.
   */
  reader<Row extends readonly Column[]>(sql: string) {
    return {
      all: (...parameters: readonly Column[]) =>
        this.guarded(() => this.prepared('all', sql).all(parameters) as Row[]),
      first: (...parameters: readonly Column[]) =>
        this.guarded(() => this.prepared('first', sql).get(parameters) as Row | undefined),
    };
  }

  /** A prepared change, for use inside `write`. Answers how many rows it has changed. */
  writer(sql: string): (...parameters: readonly Column[]) => number {
    return (...parameters) => this.prepared('run', sql).run(parameters).changes;
  }

  /**
   * Prepares an insertion, for use inside `write`. Answers the row's id, or undefined if nothing
   * was inserted.
   */
  inserter(sql: string): (...parameters: readonly Column[]) => number | undefined {
    return (...parameters) => {
      const { changes, lastInsertRowid } = this.prepared('run', sql).run(parameters);
      return changes === 0 ? undefined : Number(lastInsertRowid);
    };
  }

  /**
   * Runs the work in the next commit and resolves when that is on the disk. Work that throws for a
   * reason of its own must have changed nothing until then (or taken it back, see `allOrNothing`):
   * the others of that commit go on.
   * @throws Unavailable if it could not be committed
   */
  write<Result>(run: () => Result): Promise<Result> {
    if (!this.isOpen) return Promise.reject(this.isClosed());
    return new Promise<Result>((resolve, reject) => {
      // After this turn of the event loop, so that all work of it shares the commit.
      if (this.waiting.push({ run, resolve, reject }) === 1) setImmediate(() => this.commit());
    });
  }

  /** A part of a `write` that is taken back if it throws. */
  allOrNothing<Result>(run: () => Result): Result {
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

  /** Empties the write-ahead file. @returns false if a reader of an older state needs it yet */
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
   * For use inside `write`: what is deleted or replaced in this commit, or was before, is
   * overwritten soon wherever the file and its write-ahead file still have it, also after a crash;
   * where a reader of an older state is in the way, once it has gone.
   */
  overwriteRemains(): void {
    this.hasRemains = true;
    this.database.exec('PRAGMA user_version = 1');
  }

  close(): void {
    if (!this.isOpen) return;
    while (this.waiting.length > 0) this.commit();
    this.closing.abort();
    try {
      // The library lets go of the file only when the last statement is garbage, so nothing is left
      // ahead of it beforehand.
      if (this.hasWriteAheadFile)
        this.database.exec('PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_schema');
    } catch {
      // Without space nothing can be moved to its place. It stays in the write-ahead file and is
      // read from there.
    }
    this.database.close();
  }

  private commit(): void {
    const group = this.waiting.splice(0, mostInOneCommit);
    if (group.length === 0) return;
    try {
      this.database.exec('BEGIN IMMEDIATE');
      const answers = group.map((work) => this.answerOf(work));
      this.database.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (error) {
      if (this.database.inTransaction) this.database.exec('ROLLBACK');
      const unavailable = this.unavailable(
        'written',
        error instanceof Unavailable ? error.cause : error,
      );
      for (const { reject } of group) reject(unavailable);
    }
    if (this.waiting.length > 0 && this.isOpen) setImmediate(() => this.commit());
    this.overwriteSoon();
  }

  private answerOf({ run, resolve, reject }: Work): () => void {
    try {
      const result = run() as never;
      return () => resolve(result);
    } catch (error) {
      // An error of the file itself may have ended the transaction of all.
      if (error instanceof Unavailable || error instanceof Database.SqliteError) throw error;
      return () => reject(error);
    }
  }

  /** A file without a write-ahead file is opened again later, and does it then. */
  private overwriteSoon(): void {
    if (this.hasRemains && this.hasWriteAheadFile && this.isOpen)
      this.overwriting ??= this.overwrite().finally(() => (this.overwriting = undefined));
  }

  private async overwrite(): Promise<void> {
    for (let failures = 0; this.hasRemains && this.isOpen;) {
      try {
        this.hasRemains = false;
        await this.overwritePages();
        while (!this.checkpoint()) await this.pause(backOff(failures++));
        await this.write(() => this.hasRemains || this.database.exec('PRAGMA user_version = 0'));
        failures = 0;
      } catch {
        // No space, or the file is closed: it is tried again, or by who opens it next.
        this.hasRemains = true;
        await this.pause(backOff(failures++)).catch(() => undefined);
      }
    }
  }

  /** In steps, with as much time between them as they take. */
  private async overwritePages(): Promise<void> {
    const pages = this.reader<[number]>('PRAGMA page_count').first()![0];
    const page = this.reader<[Uint8Array]>('SELECT data FROM sqlite_dbpage WHERE pgno = ?');
    const replace = this.writer('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?');
    for (let from = 1; from <= pages; from += pagesInOneLook) {
      const since = performance.now();
      await this.write(() => {
        for (let number = from; number < from + pagesInOneLook; number++) {
          const [bytes] = page.first(number) ?? [];
          const clean = bytes && withoutRemains(bytes, number);
          if (clean) replace(clean, number);
        }
      });
      await this.pause(performance.now() - since);
    }
  }

  /** Waits without keeping the process alive. @throws if the file is closed */
  private pause(milliseconds: number): Promise<void> {
    return wait(milliseconds, undefined, { signal: this.closing.signal, ref: false });
  }

  private prepared(use: 'all' | 'first' | 'run', sql: string): Database.Statement {
    const key = `${use} ${sql}`;
    const known = this.statements.get(key);
    if (known) return known;
    const statement = this.database.prepare(sql);
    if (use !== 'run') statement.raw();
    this.statements.set(key, statement);
    return statement;
  }

  private guarded<Result>(ask: () => Result): Result {
    if (!this.isOpen) throw this.isClosed();
    try {
      return ask();
    } catch (error) {
      throw this.unavailable('read', error);
    }
  }

  private isClosed = () => new Unavailable(`${basename(this.path)} is closed`);

  private unavailable(what: 'opened' | 'read' | 'written', error: unknown): Unavailable {
    const { code = '', message } = error as { code?: string; message: string };
    const why =
      { SQLITE_FULL: 'the disk is full', SQLITE_BUSY: 'another process uses it' }[code] ?? message;
    return new Unavailable(`${basename(this.path)} cannot be ${what}: ${why}`, { cause: error });
  }
}
