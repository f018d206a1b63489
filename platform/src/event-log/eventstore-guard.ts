import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';
import { setMaxListeners } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { LogUnavailable, RevisionConflict, UnreadableLog } from './event-log.js';
import { AppendStream } from './eventstore-append-stream.js';

export type GuardOptions = {
  /** How long a call may take before it is given up, in milliseconds. */
  readonly deadlineMs?: number;
  /** How often a call is made that found no server, or no answer. */
  readonly tries?: number;
  /** Told of an error once, and of the next one when something has succeeded meanwhile. */
  readonly onTrouble?: (error: unknown) => void;
};

/** One client with its connection, and what is cancelled with it. */
export type Connection = {
  readonly client: EventStoreDBClient;
  readonly ended: AbortSignal;
  readonly appends: () => Promise<AppendStream>;
};

/** A connection, and those who wait for an answer over it. */
type Held = Connection & { readonly asked: Set<() => void>; readonly end: () => void };

/**
 * Stands between us and the client, whose calls may never end and which may stay useless after an error: every call has a
 * deadline of ours, and an error that is no answer to what was asked ends the client; the next call gets another one.
 */
export class EventStoreGuard {
  readonly deadlineMs: number;
  private readonly tries: number;
  private current: Held | undefined;
  private readonly underWay = new Set<Promise<unknown>>();
  private troubled = false;
  private readonly closing = new AbortController();

  /** @throws Error for an address that is none; nothing is connected before something is asked */
  constructor(
    private readonly url: string,
    private readonly options: GuardOptions,
  ) {
    this.deadlineMs = options.deadlineMs ?? 3_000;
    this.current = connectionTo(url, this.deadlineMs);
    this.tries = options.tries ?? 3;
    setMaxListeners(0, this.closing.signal); // Every call that pauses listens.
  }

  /** Aborted when the log is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  /**
   * Asks until there is an answer, at most so often. What is asked must be safe to ask again.
   * @param question gets a signal that is aborted when nobody waits for the answer any more
   * @throws RevisionConflict, RangeError, UnreadableLog as the question does
   * @throws LogUnavailable that says what could not be done
   */
  async ask<Answer>(what: string, question: (connection: Connection, signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const last = performance.now() + this.tries * this.deadlineMs;
    for (let attempt = 1; ;) {
      if (this.closing.signal.aborted) throw new LogUnavailable(`The log cannot be ${what}: it is closed`);
      const connection = this.connection();
      try {
        const answer = await this.withinDeadline((signal) => question(connection, signal), connection);
        this.troubled = false;
        return answer;
      } catch (error) {
        if (isAnswer(error)) throw error;
        this.failed(connection, error);
        // A connection that another call has ended is no failure of this one, but neither may it go on for ever.
        const failed = !(error instanceof ConnectionLost) || performance.now() > last;
        if ((failed && attempt++ >= this.tries) || isRefusal(error) || this.closing.signal.aborted)
          throw new LogUnavailable(`The log cannot be ${what}: ${this.closed.aborted ? 'it is closed' : wordsFor(error)}`, { cause: error });
        if (failed) this.trouble(error);
        await this.pause(attempt - 1);
      }
    }
  }

  connection(): Held {
    return (this.current ??= connectionTo(this.url, this.deadlineMs));
  }

  /**
   * Ends a connection after an error, if it still is the one in use: everything that waits on it is told, and the next call
   * makes another. A server that was slow, or that names the leader, is still there; the client goes to the leader by itself.
   */
  failed(connection: Connection, error: unknown): void {
    const stays = isRefusal(error) || error instanceof TimeoutError || error instanceof NotLeaderError;
    if (stays || this.current !== connection) return;
    this.current.end();
    this.current = undefined;
  }

  /** Told once until something succeeds again: a server that is away fails every call. */
  trouble(error: unknown): void {
    if (!this.troubled) this.options.onTrouble?.(error);
    this.troubled = true;
  }

  /** Longer with each attempt, at most two seconds, and not for all processes alike; less when the log is closed meanwhile. */
  async pause(attempt: number): Promise<void> {
    const longest = Math.min(2_000, 50 * 2 ** attempt);
    await later(longest * (0.5 + Math.random() / 2), undefined, { signal: this.closing.signal }).catch(() => {});
  }

  /** Nothing more is asked; what was asked is waited for, as long as it may take. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.underWay);
    this.current?.end();
    this.current = undefined;
  }

  private withinDeadline<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, connection: Held): Promise<Answer> {
    const given = new AbortController();
    const answered = new Promise<Answer>((resolve, reject) => {
      const lost = () => reject(new ConnectionLost('the connection was lost'));
      const late = setTimeout(() => reject(new NoAnswer(`no answer in ${this.deadlineMs} ms`)), this.deadlineMs);
      given.signal.addEventListener('abort', () => {
        clearTimeout(late);
        connection.asked.delete(lost);
      });
      connection.asked.add(lost);
      ask(given.signal).then(resolve, reject);
    }).finally(() => {
      given.abort();
      this.underWay.delete(answered);
    });
    this.underWay.add(answered);
    return answered;
  }
}

class ConnectionLost extends Error {}
class NoAnswer extends Error {}

/** For whoever asked the door; addresses and the client's own words stay in the cause. */
function wordsFor(error: unknown): string {
  if (error instanceof UnavailableError || error instanceof CancelledError || error instanceof ConnectionLost) return 'its server is away';
  if (error instanceof NoAnswer || error instanceof DeadlineExceededError || error instanceof TimeoutError) return 'its server does not answer';
  if (error instanceof AccessDeniedError) return 'its server denies access';
  return (error as Error).message;
}

const isAnswer = (error: unknown) => error instanceof RevisionConflict || error instanceof RangeError || error instanceof UnreadableLog;
/** The server has said no, and will again. */
const isRefusal = (error: unknown) =>
  error instanceof AccessDeniedError || error instanceof InvalidArgumentError || error instanceof MaxAppendSizeExceededError;
function connectionTo(url: string, deadlineMs: number): Held {
  const client = EventStoreDBClient.connectionString(url);
  const ending = new AbortController();
  const asked = new Set<() => void>();
  let appends: Promise<AppendStream> | undefined;
  const opened = async (): Promise<AppendStream> => {
    const current = await appends;
    if (current?.over === false) return current;
    if (ending.signal.aborted) throw new ConnectionLost('the connection was lost');
    return AppendStream.open(client);
  };
  return {
    client,
    ended: ending.signal,
    asked,
    appends: () => (appends = opened()),
    end: () => {
      ending.abort();
      for (const lost of asked) lost();
      void closed(client);
      // What was on its way when all others were cancelled may have connected again.
      setTimeout(() => void closed(client), deadlineMs).unref();
    },
  };
}

/** Cancels what is open and closes the connection, which the client leaves open. */
async function closed(client: EventStoreDBClient): Promise<void> {
  const cancelled = client.dispose();
  try {
    (await client['getChannel']()).close();
  } catch {
    // It found no server to connect to.
  }
  await cancelled;
}
