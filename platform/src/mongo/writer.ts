import { type ClientSession, type Collection as Records, MongoError, MongoErrorLabel } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { turns } from '../command-handling/in-turn.js';
import { Unavailable } from '../unavailable.js';
import { type MongoPart, deadlines, whoeverIsFirst } from './mongo-part.js';

/** Whose transactions they were last. */
export type LastWriter = { readonly _id: string; readonly value: unknown };

const record = 'writer';
const longestPause = 200;

/**
 * Transactions of one writer, one after the other. The server leaves the transaction of a process that was killed, or stands
 * still, open for a minute, and nobody else can write meanwhile what it has written: so whoever begins to write ends it.
 */
export class Writer {
  private readonly inTurn = turns();
  private session: ClientSession | undefined;
  private term: number | undefined;

  constructor(
    private readonly part: MongoPart,
    private readonly records: Records<LastWriter>,
  ) {}

  /** Ends what whoever wrote before has left open. In the same term nothing is done again. @throws Unavailable */
  async begin(term: number): Promise<ClientSession> {
    if (this.session && this.term === term) return this.session;
    const session = (this.session ??= this.part.startSession());
    const before = await this.part.ask(() =>
      whoeverIsFirst(() => this.records.findOneAndReplace({ _id: record }, { value: session.id }, { upsert: true, returnDocument: 'before' })),
    );
    if (before && JSON.stringify(before.value) !== JSON.stringify(session.id)) await this.end(before.value);
    this.term = term;
    return session;
  }

  /**
   * All of it or nothing. It is tried again while others write the same, so the work must have no effect beside it.
   * @throws Unavailable; it may have been committed all the same
   */
  transaction<Result>(term: number, work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    return this.inTurn(record, async () => {
      const session = await this.begin(term);
      try {
        return await this.part.ask(() => attempted(session, work), deadlines.transaction);
      } catch (error) {
        if (error instanceof Unavailable) this.abandon(session);
        throw error;
      }
    });
  }

  /** Nobody knows what still goes on in it: the next transaction has another session, and ends this one. */
  private abandon(session: ClientSession): void {
    if (this.session === session) this.session = undefined;
    session.endSession().catch(() => undefined);
  }

  private async end(session: unknown): Promise<void> {
    // Where it cannot be ended, the server does it after its minute.
    await this.part.ask(() => this.part.db.command({ killSessions: [session] }).catch(() => undefined));
  }
}

async function attempted<Result>(session: ClientSession, work: (session: ClientSession) => Promise<Result>): Promise<Result> {
  const until = performance.now() + deadlines.transaction;
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(session, work, until);
    } catch (error) {
      if (!isLabelled(error, MongoErrorLabel.TransientTransactionError) || performance.now() > until) throw error;
      await pause(Math.random() * Math.min(longestPause, 5 * 2 ** attempt));
    }
  }
}

async function once<Result>(session: ClientSession, work: (session: ClientSession) => Promise<Result>, until: number): Promise<Result> {
  session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } });
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    await session.abortTransaction().catch(() => undefined); // The server forgets it by itself.
    throw error;
  }
  for (;;) {
    try {
      await session.commitTransaction();
      return result;
    } catch (error) {
      // Asking again is safe: it is the same commit.
      if (!isLabelled(error, MongoErrorLabel.UnknownTransactionCommitResult) || performance.now() > until) throw error;
      await pause(Math.random() * longestPause);
    }
  }
}

const isLabelled = (error: unknown, label: MongoErrorLabel) => error instanceof MongoError && error.hasErrorLabel(label);
