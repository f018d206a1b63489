import { BSON, type ClientSession, type Collection as Records, MongoServerError } from 'mongodb';
import { Unavailable } from '../../common/unavailable.js';
import { type MongoPart, DEADLINES_MS, isDuplicate, retryOnDuplicate } from './mongo-part.js';

/** Session id of the last writer. */
export type LastWriter = { readonly _id: string; readonly value: unknown };

const RECORD_ID = 'writer';

/**
 * Runs the transactions of one writer one by one. The server keeps the transaction of a killed or
 * frozen process open for a minute, which blocks writes. So each new writer ends the previous
 * writer's session.
 */
export class Writer {
  private lastTransaction: Promise<unknown> = Promise.resolve();
  private session: ClientSession | undefined;
  private term: number | undefined;

  constructor(
    private readonly part: MongoPart,
    private readonly records: Records<LastWriter>,
  ) {}

  /**
   * Once per term, ends the previous writer's session and only then registers this writer's: if an
   * answer is lost, the repetition still finds the session that may not have been ended.
   * @throws Unavailable, also if other writers register meanwhile
   */
  async startTerm(term: number): Promise<ClientSession> {
    if (this.session && this.term === term) return this.session;
    const session = (this.session ??= this.part.db.client.startSession());
    await this.part.ask(() =>
      retryOnDuplicate(() => this.replacePrevious(session)).catch((cause: unknown) => {
        throw isDuplicate(cause) ? new Unavailable('Other writers register', { cause }) : cause;
      }),
    );
    this.term = term;
    return session;
  }

  /** Fails as a duplicate if another writer registers meanwhile. */
  private async replacePrevious(session: ClientSession): Promise<void> {
    const previous = await this.records.findOne({ _id: RECORD_ID });
    if (previous && !isSame(previous.value, session.id)) await this.end(previous.value);
    await this.records.replaceOne(
      { _id: RECORD_ID, value: previous?.value },
      { value: session.id },
      { upsert: true },
    );
  }

  /**
   * Ends a session. If the right to do so is missing, the server ends its transaction after a
   * minute.
   */
  private async end(sessionId: unknown): Promise<void> {
    await this.part.db.command({ killSessions: [sessionId] }).catch((error: unknown) => {
      if (!(error instanceof MongoServerError)) throw error;
    });
  }

  /**
   * Runs a transaction. Retried on write conflicts, so the work must have no other effect.
   * @throws Unavailable, and it may have been committed
   */
  enqueueTransaction<Result>(
    term: number,
    work: (session: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    const result = this.lastTransaction.then(() => this.runTransaction(term, work));
    this.lastTransaction = result.catch(() => undefined);
    return result;
  }

  private async runTransaction<Result>(
    term: number,
    work: (session: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    const session = await this.startTerm(term);
    const options = {
      readConcern: { level: 'snapshot' },
      timeoutMS: DEADLINES_MS.transaction,
    } as const;
    try {
      return await this.part.ask(
        () => session.withTransaction(work, options),
        DEADLINES_MS.transaction,
      );
    } catch (error) {
      if (error instanceof Unavailable) this.abandon(session);
      throw error;
    }
  }

  /**
   * Drops a session whose transaction may still run. The next transaction uses another session and
   * ends this one.
   */
  private abandon(session: ClientSession): void {
    if (this.session === session) this.session = this.term = undefined;
    session.endSession().catch(() => undefined);
  }
}

/** Compares ids as BSON, because the client reads an id back as another class. */
const isSame = (one: unknown, other: unknown): boolean =>
  Buffer.compare(BSON.serialize({ id: one }), BSON.serialize({ id: other })) === 0;
