import { BSON, type ClientSession, type Collection as Records } from 'mongodb';
import { Unavailable } from '../../common/unavailable.js';
import { type MongoPart, deadlines, retryOnDuplicate } from './mongo-part.js';

/** Session id of the last writer. */
export type LastWriter = { readonly _id: string; readonly value: unknown };

const record = 'writer';

/**
 * Transactions of one writer, one after the other. The server leaves the transaction of a process
 * that was killed, or stands still, open for a minute, and what it has written cannot be written
 * meanwhile: so each new writer ends the session of the one before.
 */
export class Writer {
  private last: Promise<unknown> = Promise.resolve();
  private session: ClientSession | undefined;
  private term: number | undefined;

  constructor(
    private readonly part: MongoPart,
    private readonly records: Records<LastWriter>,
  ) {}

  /** Ends what the writer before has left open; once a term. @throws Unavailable */
  async begin(term: number): Promise<ClientSession> {
    if (this.session && this.term === term) return this.session;
    const session = (this.session ??= this.part.db.client.startSession());
    const before = await this.part.ask(() =>
      retryOnDuplicate(() =>
        this.records.findOneAndReplace(
          { _id: record },
          { value: session.id },
          { upsert: true, returnDocument: 'before' },
        ),
      ),
    );
    // If the session cannot be ended, the server ends its transaction after a minute.
    if (before && !isSame(before.value, session.id))
      await this.part.ask(() =>
        this.part.db.command({ killSessions: [before.value] }).catch(() => undefined),
      );
    this.term = term;
    return session;
  }

  /**
   * All of it or nothing. It is tried again while others write the same, so the work must have no
   * effect beside it.
   * @throws Unavailable; it may have been committed all the same
   */
  transaction<Result>(
    term: number,
    work: (session: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    const result = this.last.then(() => this.attempted(term, work));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async attempted<Result>(
    term: number,
    work: (session: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    const session = await this.begin(term);
    const options = {
      readConcern: { level: 'snapshot' },
      timeoutMS: deadlines.transaction,
    } as const;
    try {
      return await this.part.ask(
        () => session.withTransaction(work, options),
        deadlines.transaction,
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
