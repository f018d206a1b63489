import { type ClientSession, type Db, type MongoClient, MongoError, MongoServerError } from 'mongodb';
import { Unavailable } from '../unavailable.js';

/**
 * How long a call may take in all, in milliseconds. The client has no such limit of its own; the server ends a transaction
 * after a minute.
 */
export const deadlines = { call: 5_000, transaction: 55_000, making: 10 * 60_000 } as const;

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

  startSession(): ClientSession {
    return this.client.startSession();
  }

  private unavailable(why: string, cause?: unknown): Unavailable {
    return new Unavailable(`MongoDB (${this.name}) ${why}`, { cause });
  }
}

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
