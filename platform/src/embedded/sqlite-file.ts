import Database from 'libsql';
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Unavailable } from '../unavailable.js';
import { MovingApart } from './moving-apart.js';

export type Column = string | number | null | Uint8Array;
type Work = { readonly run: () => unknown; readonly resolve: (result: never) => void; readonly reject: (error: unknown) => void };

/** A commit blocks the process, so one commit does not take in more than this, however many are waiting. */
const mostInOneCommit = 256;
/**
 * Written pages go from the write-ahead file to their place so long after the first of them. Whoever waits for the disk meanwhile
 * waits the longer the more they are: at 200 commands a second 4 MB are moved in a second, and a commit took 10 ms beside that.
 */
const moveMilliseconds = 200;
/** A write-ahead file that is larger has not been begun anew, because somebody wrote whenever all of it had moved. */
const largestAhead = 16 * 2 ** 20;
/** Only where no thread moves them: so many pages of 4 kB at the latest. */
const mostPagesAhead = 16_000;

/**
 * One SQLite file, readable by its owner only, of which this process is the only user (see `takeDataFolder`). What is written is on the disk
 * when the promise resolves; what is asked for at the same time is committed together, because a commit costs as much as a hundred writes.
 */
export class SqliteFile {
  private readonly database: Database.Database;
  private readonly waiting: Work[] = [];
  /** Undefined where nothing is written ahead. */
  private readonly apart: MovingApart | undefined;
  private movingSoon: NodeJS.Timeout | undefined;
  private closed = false;

  /**
   * @param schema is run at each start, after the settings that all files have, and may change them
   * @throws Unavailable if the file cannot be opened
   */
  constructor(
    readonly path: string,
    { schema, cacheKibibytes = 2_000 }: { readonly schema: string; readonly cacheKibibytes?: number },
  ) {
    try {
      // Opening and closing a file that is in use here already would free its lock: only one that is not there is made so.
      if (existsSync(path)) chmodSync(path, 0o600);
      else closeSync(openSync(path, 'wx', 0o600));
      this.database = new Database(path);
      this.database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA journal_size_limit = ${largestAhead};
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -${cacheKibibytes};
        PRAGMA wal_autocheckpoint = ${mostPagesAhead};
        ${schema}`);
      if (this.reader<[string]>('PRAGMA journal_mode').first()?.[0] === 'wal') this.apart = new MovingApart(path);
    } catch (error) {
      throw this.unavailable('opened', error);
    }
  }

  get isOpen(): boolean {
    return !this.closed;
  }

  /**
   * A prepared question. Asked for one row and for all it is prepared twice, because of a statement that was asked for all rows
   * the library answers the next question for one with a row of before.
   */
  reader<Row extends readonly Column[]>(sql: string) {
    let ofAll: Database.Statement | undefined;
    let ofOne: Database.Statement | undefined;
    const prepared = () => this.database.prepare(sql).raw();
    return {
      all: (...parameters: readonly Column[]) => this.guarded(() => (ofAll ??= prepared()).all(parameters) as Row[]),
      first: (...parameters: readonly Column[]) => this.guarded(() => (ofOne ??= prepared()).get(parameters) as Row | undefined),
    };
  }

  /** A prepared change, for use inside `write`. Answers how many rows it has changed. */
  writer(sql: string): (...parameters: readonly Column[]) => number {
    const statement = this.database.prepare(sql);
    return (...parameters) => statement.run(parameters).changes;
  }

  /** The same for one that puts a row in: answers its number, or undefined where it was not put in. */
  inserter(sql: string): (...parameters: readonly Column[]) => number | undefined {
    const statement = this.database.prepare(sql);
    return (...parameters) => {
      const { changes, lastInsertRowid } = statement.run(parameters);
      return changes === 0 ? undefined : Number(lastInsertRowid);
    };
  }

  /**
   * Runs the work in the next commit and resolves when that is on the disk. Work that throws for a reason of its own must
   * have changed nothing until then (or taken it back, see `allOrNothing`): the others of that commit go on.
   * @throws Unavailable if it could not be committed
   */
  write<Result>(run: () => Result): Promise<Result> {
    if (this.closed) return Promise.reject(new Unavailable(`${basename(this.path)} is closed`));
    return new Promise<Result>((resolve, reject) => {
      // After this turn of the event loop, so that whoever came in with it shares the commit.
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

  /** A setting of this connection, e.g. `synchronous = FULL`. */
  set(pragma: string): void {
    this.database.exec(`PRAGMA ${pragma}`);
  }

  /** Moves what was written to its place and leaves nothing of it in the write-ahead file. */
  checkpoint(): void {
    this.apart?.wait();
    try {
      this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      throw this.unavailable('written', error);
    }
  }

  /** Commits what is waiting and frees the file. */
  close(): void {
    if (this.closed) return;
    while (this.waiting.length > 0) this.commit();
    this.closed = true;
    clearTimeout(this.movingSoon);
    this.apart?.letGo();
    try {
      // The library lets go of the file only when the last statement is garbage, so nothing is left ahead of it beforehand.
      this.database.exec('PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_schema');
    } catch {
      // Without space nothing can be moved to its place. It stays in the write-ahead file and is read from there.
    }
    this.database.close();
  }

  private commit(): void {
    const group = this.waiting.splice(0, mostInOneCommit);
    if (group.length === 0) return;
    const answers: (() => void)[] = [];
    try {
      this.database.exec('BEGIN IMMEDIATE');
      for (const work of group) answers.push(this.answerOf(work));
      this.database.exec('COMMIT');
    } catch (error) {
      this.rollBack();
      const unavailable = this.unavailable('written', error instanceof Unavailable ? error.cause : error);
      answers.splice(
        0,
        Infinity,
        ...group.map(
          ({ reject }) =>
            () =>
              reject(unavailable),
        ),
      );
    }
    for (const answer of answers) answer();
    if (this.waiting.length > 0) setImmediate(() => this.commit());
    else this.moveSoon();
  }

  private answerOf({ run, resolve, reject }: Work): () => void {
    try {
      const result = run() as never;
      return () => resolve(result);
    } catch (error) {
      // Of the file's making: it may have ended the transaction of all.
      if (error instanceof Unavailable || error instanceof Database.SqliteError) throw error;
      return () => reject(error);
    }
  }

  private rollBack(): void {
    if (this.database.inTransaction) this.database.exec('ROLLBACK');
  }

  private moveSoon(): void {
    const { apart } = this;
    if (!apart) return;
    this.movingSoon ??= setTimeout(() => {
      this.movingSoon = undefined;
      if (!apart.begin(() => this.isLargeAhead() && this.move())) this.move();
    }, moveMilliseconds).unref();
  }

  /** What came during the thread's move is little: it is moved between two commits, and the next one begins the file anew. */
  private move(): void {
    try {
      this.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // No space: what was written stays in the write-ahead file until the next time.
    }
  }

  private isLargeAhead(): boolean {
    return (statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > largestAhead;
  }

  private guarded<Result>(ask: () => Result): Result {
    if (this.closed) throw new Unavailable(`${basename(this.path)} is closed`);
    try {
      return ask();
    } catch (error) {
      throw this.unavailable('read', error);
    }
  }

  private unavailable(what: 'opened' | 'read' | 'written', error: unknown): Unavailable {
    const { code = '', message } = error as { code?: string; message: string };
    const why = { SQLITE_FULL: 'the disk is full', SQLITE_BUSY: 'another process uses it' }[code] ?? message;
    return new Unavailable(`${basename(this.path)} cannot be ${what}: ${why}`, { cause: error });
  }
}
