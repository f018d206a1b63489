import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  InvalidArgumentError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';
import { setMaxListeners } from 'node:events';
import { backOff, pause } from '../common/clock.js';
import { unlessAborted, withDeadline } from '../common/deadline.js';
import { Unavailable } from '../common/unavailable.js';
import { RevisionConflict, UnreadableLog } from './event-log.js';
import { isCluster, withDefaults } from './eventstore-address.js';

export type ConnectionOptions = {
  readonly deadlineMs?: number;
  /** How often a call is made that found no server, or no answer. */
  readonly tries?: number;
  /**
   * How long a call may take with its repetitions, as while there is no leader, in milliseconds.
   */
  readonly electionMs?: number;
  /**
   * How many calls may wait for a server that does not answer; those beyond are refused at once.
   */
  readonly mostWaiting?: number;
  /** Called with an error once, and with the next one when something has succeeded meanwhile. */
  readonly onTrouble?: (error: unknown) => void;
};

/** A client, and what goes on by it. */
type Channel = {
  readonly client: EventStoreDBClient;
  /** Calls that the client has not ended, also where nobody waits for them any more. */
  readonly inFlight: Set<Promise<unknown>>;
  /** Aborted when another client has taken its place. */
  readonly retired: AbortController;
  /**
   * When a call on it was last answered, or the client was made; by the monotonic clock, in
   * milliseconds.
   */
  answeredAt: number;
};

/**
 * The client, whose calls may never end, with a deadline of ours on each call, which is repeated
 * while that may help. The client finds another server by itself when one is lost, but not when one
 * accepts calls and never answers: then another client takes its place.
 */
export class EventStoreConnection {
  private readonly closing = new AbortController();
  readonly closed = this.closing.signal;
  private connections = 0;
  private channel: Channel;
  /** The last failure, until something has succeeded. */
  private trouble: unknown;
  private waiting = 0;

  /** @throws Error for an address that is none; nothing is connected before the first call */
  constructor(
    private readonly url: string,
    private readonly options: ConnectionOptions,
  ) {
    this.channel = this.connect();
    setMaxListeners(0, this.closed); // Every call that pauses listens.
  }

  /** For subscriptions, which end when the signal is aborted. */
  get subscribing(): { readonly client: EventStoreDBClient; readonly retired: AbortSignal } {
    return { client: this.channel.client, retired: this.channel.retired.signal };
  }

  /**
   * Repeats the call a few times, and for as long as an election may take where that is why it
   * fails. It must be idempotent.
   * @param what could not be done, in an error
   * @throws RevisionConflict, RangeError, UnreadableLog as the call does
   * @throws Unavailable
   */
  async ask<Answer>(
    what: 'read' | 'written',
    call: (client: EventStoreDBClient, deadlineMs: number) => Promise<Answer>,
  ): Promise<Answer> {
    const { tries = 3, electionMs = 12_000, mostWaiting = 200 } = this.options;
    const until = performance.now() + electionMs;
    let isWaiting = false;
    try {
      for (let attempt = 1; ; attempt++) {
        if (this.closed.aborted) throw new Unavailable(`The log cannot be ${what}: it is closed`);
        if (this.trouble !== undefined && !isWaiting) {
          if (this.waiting >= mostWaiting) throw unavailable(what, this.trouble);
          isWaiting = true;
          this.waiting++;
        }
        try {
          const answer = await this.answerOf(call, until - performance.now());
          this.trouble = undefined;
          return answer;
        } catch (error) {
          if (this.closed.aborted) continue;
          if (isAnswer(error)) {
            this.trouble = undefined;
            throw error;
          }
          const timeLeftMs = until - performance.now();
          const isInTime =
            timeLeftMs > shortestAttemptMs && (attempt < tries || this.mayBeElection(error));
          if (isRefusal(error) || !isInTime) throw unavailable(what, error);
          this.reportTrouble(error);
          await this.pause(attempt, timeLeftMs - shortestAttemptMs);
        }
      }
    } finally {
      if (isWaiting) this.waiting--;
    }
  }

  private async answerOf<Answer>(
    call: (client: EventStoreDBClient, deadlineMs: number) => Promise<Answer>,
    timeLeftMs: number,
  ): Promise<Answer> {
    const { channel } = this;
    const deadlineMs = Math.max(
      shortestAttemptMs,
      Math.min(this.longestMs, Math.round(timeLeftMs)),
    );
    const late = () => new NoAnswer(`no answer in ${deadlineMs} ms`);
    const asked = call(channel.client, deadlineMs);
    const answered = withDeadline(asked, deadlineMs, late);
    channel.inFlight.add(asked);
    const isOver = () => void channel.inFlight.delete(asked);
    asked.then(isOver, isOver);
    try {
      const answer = await unlessAborted<Answer | typeof givenUp>(
        answered,
        channel.retired.signal,
        givenUp,
      );
      if (answer === givenUp) throw new NoAnswer('its connection was given up');
      channel.answeredAt = performance.now();
      return answer;
    } catch (error) {
      if (!isSilent(error)) channel.answeredAt = performance.now();
      else if (
        channel === this.channel &&
        performance.now() - channel.answeredAt >= this.longestMs * silentShare
      )
        this.replaceClient();
      throw error;
    }
  }

  /**
   * Connects anew: nodes are asked who leads. Calls of the old client fail first and are repeated,
   * because a read that disposal cuts off would look like the end of a stream.
   */
  private replaceClient(): void {
    const old = this.channel;
    this.channel = this.connect();
    old.retired.abort();
    dispose(old).catch(() => {}); // A search for the leader that finds none.
  }

  /** Milliseconds that one attempt may take. */
  private get longestMs(): number {
    return this.options.deadlineMs ?? 3_000;
  }

  private connect(): Channel {
    const client = EventStoreDBClient.connectionString(withDefaults(this.url, this.connections++));
    // Its promise fails with a search for the leader that finds none, and the client takes no
    // notice of that.
    const handleError = client['handleError'];
    client['handleError'] = (...failed) => handleError(...failed).catch(() => {});
    const retired = new AbortController();
    setMaxListeners(0, retired.signal); // Every call listens.
    return { client, inFlight: new Set(), retired, answeredAt: performance.now() };
  }

  /** Once until something succeeds again: a server that is away fails every call. */
  reportTrouble(error: unknown): void {
    if (this.trouble === undefined) this.options.onTrouble?.(error);
    this.trouble = error;
  }

  /** Longer with each attempt, at most a second; less when the log is closed meanwhile. */
  async pause(attempt: number, mostMs = Infinity): Promise<void> {
    await pause(Math.min(mostMs, backOff(attempt, { longest: 1_000 })), this.closed);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await settle(this.channel.inFlight, this.longestMs);
    this.channel.retired.abort();
    dispose(this.channel).catch(() => {});
  }

  /**
   * A server that answers so is there, and another is about to lead. In a cluster one that is away
   * may be its lost leader. A channel that is closed was closed by the client for what it met in
   * another call, which says nothing of this one.
   */
  private mayBeElection(error: unknown): boolean {
    if (hasNoLeader(error) || /channel closed/i.test(String(error))) return true;
    return isCluster(this.url) && (isAway(error) || isSilent(error));
  }
}

/**
 * A client is replaced when nothing was answered for this share of a call's deadline, and a call
 * has reached it.
 */
const silentShare = 0.8;
/** A call with less time left is not made again, in milliseconds. */
const shortestAttemptMs = 50;

class NoAnswer extends Error {}
const givenUp = Symbol('given up');

/** Waits until the calls have ended, or for so many milliseconds. */
async function settle(calls: ReadonlySet<Promise<unknown>>, mostMs: number): Promise<void> {
  await withDeadline(Promise.allSettled(calls), mostMs, () => new NoAnswer()).catch(() => {});
}

/**
 * The client's own disposal ends reads and leaves the connection open. That is closed when no call
 * is left, because one that is made on a closed connection throws where nobody catches.
 */
async function dispose({ client, inFlight }: Channel): Promise<void> {
  do {
    await client.dispose();
    await settle(inFlight, 1_000);
  } while (inFlight.size > 0);
  (await client['getChannel']()).close();
}

const isOneOf = (error: unknown, ...kinds: readonly (abstract new (...args: never[]) => Error)[]) =>
  kinds.some((kind) => error instanceof kind);
const hasNoLeader = (error: unknown) =>
  isOneOf(error, NotLeaderError) || /not ready|too busy|no leader/i.test(String(error));
const isAway = (error: unknown) =>
  isOneOf(error, UnavailableError, CancelledError) || /failed to discover/i.test(String(error));
const isSilent = (error: unknown) => isOneOf(error, NoAnswer, DeadlineExceededError, TimeoutError);
const isAnswer = (error: unknown) => isOneOf(error, RevisionConflict, RangeError, UnreadableLog);
/** The server has said no, and will again. */
const isRefusal = (error: unknown) => isOneOf(error, AccessDeniedError, InvalidArgumentError);

const unavailable = (what: string, error: unknown) =>
  new Unavailable(`The log cannot be ${what}: ${wordsFor(error)}`, { cause: error });

/** For people; addresses and the client's own words stay in the cause. */
function wordsFor(error: unknown): string {
  if (hasNoLeader(error)) return 'its servers have no leader now';
  if (/certificate|unable to verify/i.test(String(error)))
    return 'the certificate of its server is not trusted';
  if (isAway(error)) return 'its server is away';
  if (isSilent(error)) return 'its server does not answer';
  if (error instanceof AccessDeniedError) return 'its server denies access';
  return (error as Error).message.replace(/^\d+ [A-Z_]+: /, '');
}
