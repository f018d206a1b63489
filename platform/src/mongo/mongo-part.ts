import { type ClientSession, type Db, type MongoClient, MongoError, MongoErrorLabel, MongoServerError } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../unavailable.js';

/** How long a call may take in all, in milliseconds. The client has no such limit of its own. */
export const deadlines = { call: 5_000, transaction: 30_000, making: 10 * 60_000 } as const;

const longestPause = 200;

/** One database, with a deadline on every call. What fails for the server's reasons is `Unavailable`, in words that name the part. */
export class MongoPart {
  constructor(
    private readonly client: MongoClient,
    readonly db: Db,
    private readonly name: string,
  ) {}

  /**
   * What the server was asked may still happen after the deadline: nobody may take it for undone.
   * @throws Unavailable
   */
  async ask<Result>(work: () => Promise<Result>, milliseconds: number = deadlines.call): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.unavailable('does not answer')), milliseconds);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      throw error instanceof MongoError ? this.unavailable(reasonOf(error), error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * All of it or nothing. It is tried again while others write the same, so the work must have no effect beside it.
   * @throws Unavailable; it may have been committed all the same
   */
  async transaction<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    const until = performance.now() + deadlines.transaction;
    return this.ask(
      () =>
        this.client.withSession(async (session) => {
          for (let attempt = 1; ; attempt++) {
            try {
              return await attempted(session, work, until);
            } catch (error) {
              if (!isLabelled(error, MongoErrorLabel.TransientTransactionError) || performance.now() > until) throw error;
              await pause(Math.random() * Math.min(longestPause, 5 * 2 ** attempt));
            }
          }
        }),
      deadlines.transaction,
    );
  }

  private unavailable(why: string, cause?: unknown): Unavailable {
    return new Unavailable(`MongoDB (${this.name}) ${why}`, { cause });
  }
}

async function attempted<Result>(session: ClientSession, work: (session: ClientSession) => Promise<Result>, until: number): Promise<Result> {
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

/** Somebody else has made the document meanwhile. */
export const isDuplicate = (error: unknown) => error instanceof MongoServerError && error.code === 11_000;

/** Making what two may make at once: whoever comes second finds it made. */
export async function whoeverIsFirst<Result>(upsert: () => Promise<Result>): Promise<Result> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicate(error)) return upsert();
    throw error;
  }
}

/** Without addresses: a person at a screen reads it. The cause has them. */
const reasonOf = (error: MongoError) => (error instanceof MongoServerError ? `refuses: ${error.codeName ?? error.code}` : 'cannot be reached');
