import Database from 'libsql';
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Unavailable } from '../unavailable.js';
import { MovingApart } from './moving-apart.js';
import { type Sync, SyncedApart } from './synced-apart.js';

export type Column = string | number | null | Uint8Array;
type Work = { readonly run: () => unknown; readonly resolve: (result: never) => void; readonly reject: (error: unknown) => void };

type Answers = readonly { readonly answer: () => void; readonly reject: (error: unknown) => void }[];

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
  /** Undefined where a commit waits for the disk itself, or nobody does. */
  private readonly disk: SyncedApart | undefined;
  /** A commit that is on its way to the disk: the next one waits for it, and takes in who comes meanwhile. */
  private onItsWay: Promise<void> | undefined;
  /** Why the disk did not keep a commit. It may have forgotten what it did not keep, so that nothing after it could be trusted. */
  private lost: Unavailable | undefined;
  private closed = false;

  /**
   * @param schema is run at each start, after the settings that all files have, and may change them
   * @param sync waits for the disk after each commit, which otherwise does it itself while nobody is served. What is committed can be
   *   read before it is on the disk then: see `settled`
   * @throws Unavailable if the file cannot be opened
   */
  constructor(
    readonly path: string,
    { schema, cacheKibibytes = 2_000, sync }: { readonly schema: string; readonly cacheKibibytes?: number; readonly sync?: Sync },
  ) {
    try {
      // Opening and closing a file that is in use here already would free its lock: only one that is not there is made so.
      if (existsSync(path)) chmodSync(path, 0o600);
      else closeSync(openSync(path, 'wx', 0o600));
      this.database = new Database(path);
      this.database.exec(`
        PRAGMA journal_mode = WAL;
        PRAGMA journal_size_limit = ${largestAhead};
        PRAGMA synchronous = ${sync ? 'NORMAL' : 'FULL'};
        PRAGMA cache_size = -${cacheKibibytes};
        PRAGMA wal_autocheckpoint = ${mostPagesAhead};
        ${schema}`);
      if (this.reader<[string]>('PRAGMA journal_mode').first()?.[0] === 'wal') this.apart = new MovingApart(path);
      if (sync) this.disk = new SyncedApart(`${path}-wal`, sync);
      this.disk?.now(); // A process that was killed may have left something on its way.
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
    if (this.lost) return Promise.reject(this.lost);
    return new Promise<Result>((resolve, reject) => {
      // After this turn of the event loop, so that whoever came in with it shares the commit.
      if (this.waiting.push({ run, resolve, reject }) === 1 && !this.onItsWay) setImmediate(() => this.commit());
    });
  }

  /**
   * Resolves when what can be read now is on the disk.
   * @throws Unavailable if the disk has not kept it, or the file is closed
   */
  async settled(): Promise<void> {
    this.guarded(() => undefined);
    await this.onItsWay;
    if (this.lost) throw this.lost;
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
    while (this.waiting.length > 0) this.commit('last');
    this.closed = true;
    clearTimeout(this.movingSoon);
    this.apart?.letGo();
    this.disk?.letGo();
    try {
      // The library lets go of the file only when the last statement is garbage, so nothing is left ahead of it beforehand.
      this.database.exec('PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_schema');
    } catch {
      // Without space nothing can be moved to its place. It stays in the write-ahead file and is read from there.
    }
    this.database.close();
  }

  /** @param last nobody waits for the disk beside it any more */
  private commit(last?: 'last'): void {
    if (this.onItsWay && !last) return; // It is called again when that has arrived.
    const group = this.waiting.splice(0, mostInOneCommit);
    if (group.length === 0) return;
    let answers: Answers;
    try {
      this.database.exec('BEGIN IMMEDIATE');
      answers = group.map((work) => ({ answer: this.answerOf(work), reject: work.reject }));
      this.database.exec('COMMIT');
      if (last) this.disk?.now();
    } catch (error) {
      this.rollBack();
      const unavailable = this.unavailable('written', error instanceof Unavailable ? error.cause : error);
      for (const { reject } of group) reject(unavailable);
      return this.goOn();
    }
    if (last || !this.disk) {
      for (const { answer } of answers) answer();
      return this.goOn();
    }
    this.onItsWay = this.arrival(this.disk, answers);
  }

  /** They are answered when it is on the disk. Never rejects. */
  private async arrival(disk: SyncedApart, answers: Answers): Promise<void> {
    try {
      await disk.later();
      for (const { answer } of answers) answer();
    } catch (error) {
      this.lost = this.unavailable('written', error);
      for (const { reject } of [...answers, ...this.waiting.splice(0)]) reject(this.lost);
    }
    this.onItsWay = undefined;
    this.goOn();
  }

  private goOn(): void {
    if (this.closed) return;
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
