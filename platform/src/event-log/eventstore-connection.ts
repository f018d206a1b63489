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
import { raceWithAbort, withDeadline } from '../common/deadline.js';
import { Unavailable } from '../common/unavailable.js';
import { RevisionConflict, UnreadableLog } from './event-log.js';
import { isCluster, withDefaults } from './eventstore-address.js';

export type ConnectionOptions = {
  readonly deadlineMs?: number;
  /** Attempts per call that found no server or no answer. */
  readonly maxAttempts?: number;
  /** Limit of a call with its retries, e.g. during an election. */
  readonly electionMs?: number;
  /** Limit of calls that wait for a silent server; further calls fail at once. */
  readonly maxWaiting?: number;
  /** Called with the first error of an outage. */
  readonly onTrouble?: (error: unknown) => void;
};

type Call<Answer> = (client: EventStoreDBClient, deadlineMs: number) => Promise<Answer>;

/** A client with the calls that run on it. */
type Channel = {
  readonly client: EventStoreDBClient;
  /** Calls that the client has not ended, including abandoned ones. */
  readonly inFlight: Set<Promise<unknown>>;
  /** Aborted when another client replaces this one. */
  readonly retired: AbortController;
  /** Monotonic time of the last answer, or of the client's creation, in milliseconds. */
  answeredAt: number;
};

/**
 * Client with a deadline on each call, and retries where they may help.
 * The client finds another server when one is lost, but not when one accepts calls and never
 * answers. Then another client replaces it.
 */
export class EventStoreConnection {
  private readonly closing = new AbortController();
  readonly closed = this.closing.signal;
  private connectionCount = 0;
  private channel: Channel;
  /** Last failure, until a call succeeds. */
  private lastError: unknown;
  /** Only attempt during an outage. Rejects if the server did not answer it. */
  private probe: Promise<unknown> | undefined;
  /** Calls that have waited for the server since an outage began. */
  private waiting = 0;

  /**
   * Connects with the first call.
   * @throws Error for an invalid address
   */
  constructor(
    private readonly url: string,
    private readonly options: ConnectionOptions,
  ) {
    this.channel = this.connect();
    setMaxListeners(0, this.closed); // Every pausing call adds a listener.
  }

  /** Client for subscriptions, which end when `retired` aborts. */
  get forSubscription(): { readonly client: EventStoreDBClient; readonly retired: AbortSignal } {
    return { client: this.channel.client, retired: this.channel.retired.signal };
  }

  /**
   * Retries the call a few times, and during an election for as long as that may take. The call
   * must be idempotent.
   * @param verb for the error message
   * @throws RevisionConflict, RangeError, UnreadableLog from the call
   * @throws Unavailable
   */
  async ask<Answer>(verb: 'read' | 'written', call: Call<Answer>): Promise<Answer> {
    const { maxAttempts = 3, electionMs = 10_500 } = this.options;
    const giveUpAt = performance.now() + electionMs;
    let isWaiting = false;
    try {
      for (let attempt = 1; ; attempt++) {
        if (this.closed.aborted) throw new Unavailable(`The log cannot be ${verb}: it is closed`);
        if (this.lastError !== undefined && !isWaiting) {
          const refusal = this.findOutage(verb);
          if (refusal) throw refusal;
          isWaiting = true;
          this.waiting++;
        }
        try {
          const answer = await this.attempt(call, giveUpAt);
          this.lastError = undefined;
          return answer;
        } catch (error) {
          if (this.closed.aborted) continue; // The next round throws that the log is closed.
          if (isAnswer(error)) {
            this.lastError = undefined;
            throw error;
          }
          const timeLeftMs = giveUpAt - performance.now();
          const mayRetry =
            timeLeftMs > MIN_ATTEMPT_MS && (attempt < maxAttempts || this.mayBeElection(error));
          if (isRefusal(error) || !mayRetry) throw unavailable(verb, error);
          this.reportTrouble(error);
          const pauseMs = Math.min(timeLeftMs - MIN_ATTEMPT_MS, backOff(attempt, RETRY_BACKOFF_MS));
          await pause(pauseMs, this.closed);
        }
      }
    } finally {
      if (isWaiting) this.waiting--;
    }
  }

  /** Error of each new call while `maxWaiting` calls wait; else undefined. */
  findOutage(verb: 'read' | 'written'): Unavailable | undefined {
    const { maxWaiting = 200 } = this.options;
    return this.lastError !== undefined && this.waiting >= maxWaiting
      ? unavailable(verb, this.lastError)
      : undefined;
  }

  /**
   * Calls the server. During an outage, only one call at a time is sent, and the others share its
   * outcome. Otherwise a server that recovers would have to process all calls, also abandoned ones.
   */
  private async attempt<Answer>(call: Call<Answer>, giveUpAt: number): Promise<Answer> {
    if (this.lastError === undefined) return this.callOnce(call, giveUpAt);
    if (this.probe) {
      const limitMs = this.attemptLimit(giveUpAt);
      await withDeadline(this.probe, limitMs, () => createNoAnswer(limitMs));
      return this.callOnce(call, giveUpAt);
    }
    const answering = this.callOnce(call, giveUpAt);
    const probe = answering.catch((error: unknown) => {
      if (!isAnswer(error) && !isRefusal(error)) throw error;
    });
    this.probe = probe;
    const endProbe = () => (this.probe = undefined);
    probe.then(endProbe, endProbe);
    return answering;
  }

  private async callOnce<Answer>(call: Call<Answer>, giveUpAt: number): Promise<Answer> {
    const { channel } = this;
    const deadlineMs = this.attemptLimit(giveUpAt);
    const running = call(channel.client, deadlineMs);
    const answering = withDeadline(running, deadlineMs, () => createNoAnswer(deadlineMs));
    channel.inFlight.add(running);
    const removeRunning = () => void channel.inFlight.delete(running);
    running.then(removeRunning, removeRunning);
    try {
      const answer = await raceWithAbort<Answer | typeof ABANDONED>(
        answering,
        channel.retired.signal,
        ABANDONED,
      );
      if (answer === ABANDONED) throw new NoAnswer('its connection was given up');
      channel.answeredAt = performance.now();
      return answer;
    } catch (error) {
      if (!isSilent(error)) channel.answeredAt = performance.now();
      else if (
        channel === this.channel &&
        performance.now() - channel.answeredAt >= this.presentAttemptMs * SILENT_SHARE
      )
        this.replaceClient();
      throw error;
    }
  }

  /**
   * Replaces the client, so that nodes are asked again who leads. Calls of the old client fail
   * first and are retried: a read cut off by disposal would look complete.
   */
  private replaceClient(): void {
    const old = this.channel;
    this.channel = this.connect();
    old.retired.abort();
    dispose(old).catch(() => {}); // The leader search of a discarded client may fail.
  }

  private get attemptMs(): number {
    return this.options.deadlineMs ?? 3_000;
  }

  /** Limit of an attempt. Half in an outage: waiting for a lost leader delays finding the next. */
  private get presentAttemptMs(): number {
    return this.lastError === undefined ? this.attemptMs : this.attemptMs / 2;
  }

  /** Milliseconds for an attempt that starts now. */
  private attemptLimit(giveUpAt: number): number {
    const timeLeftMs = Math.round(giveUpAt - performance.now());
    return Math.max(MIN_ATTEMPT_MS, Math.min(this.presentAttemptMs, timeLeftMs));
  }

  private connect(): Channel {
    const client = EventStoreDBClient.connectionString(
      withDefaults(this.url, this.connectionCount++),
    );
    // The client does not handle a rejected leader search, so it is handled here.
    const handleError = client['handleError'];
    client['handleError'] = (...failed) => handleError(...failed).catch(() => {});
    const retired = new AbortController();
    setMaxListeners(0, retired.signal); // Every call adds a listener.
    return { client, inFlight: new Set(), retired, answeredAt: performance.now() };
  }

  /** Reports the first error of an outage, because every call fails then. */
  reportTrouble(error: unknown): void {
    if (this.lastError === undefined) this.options.onTrouble?.(error);
    this.lastError = error;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await waitForCalls(this.channel.inFlight, this.attemptMs);
    this.channel.retired.abort();
    dispose(this.channel).catch(() => {});
  }

  /**
   * Whether a new leader may be about to take over. If the channel is closed, the client closed it
   * because of another call.
   */
  private mayBeElection(error: unknown): boolean {
    if (hasNoLeader(error) || /channel closed/i.test(String(error))) return true;
    return isCluster(this.url) && (isUnreachable(error) || isSilent(error));
  }
}

/** Share of a call's deadline after which a client without an answer is replaced. */
const SILENT_SHARE = 0.8;
/** A call with less time left is not retried. */
const MIN_ATTEMPT_MS = 50;
/** A call waits at most a second for its next attempt. */
export const RETRY_BACKOFF_MS = { longest: 1_000 };

class NoAnswer extends Error {}
const createNoAnswer = (milliseconds: number) => new NoAnswer(`no answer in ${milliseconds} ms`);
const ABANDONED = Symbol('given up');

/** Waits until the calls have ended, at most `limitMs`. */
async function waitForCalls(calls: ReadonlySet<Promise<unknown>>, limitMs: number): Promise<void> {
  await withDeadline(Promise.allSettled(calls), limitMs, () => new NoAnswer()).catch(() => {});
}

/**
 * Closes the connection too, which the client's `dispose` leaves open. Waits for running calls,
 * because a call on a closed connection throws uncaught.
 */
async function dispose({ client, inFlight }: Channel): Promise<void> {
  do {
    await client.dispose();
    await waitForCalls(inFlight, 1_000);
  } while (inFlight.size > 0);
  (await client['getChannel']()).close();
}

const isOneOf = (error: unknown, ...kinds: readonly (abstract new (...args: never[]) => Error)[]) =>
  kinds.some((kind) => error instanceof kind);
const hasNoLeader = (error: unknown) =>
  isOneOf(error, NotLeaderError) || /not ready|too busy|no leader/i.test(String(error));
const isUnreachable = (error: unknown) =>
  isOneOf(error, UnavailableError, CancelledError) || /failed to discover/i.test(String(error));
const isSilent = (error: unknown) => isOneOf(error, NoAnswer, DeadlineExceededError, TimeoutError);
/** Whether the server processed the call, and its answer became this error. */
const isAnswer = (error: unknown) => isOneOf(error, RevisionConflict, RangeError, UnreadableLog);
/** Whether the server refused the call, and would refuse a retry too. */
const isRefusal = (error: unknown) => isOneOf(error, AccessDeniedError, InvalidArgumentError);

/** A subscriber reports `Unavailable` itself, whose cause is the client's error. */
function unavailable(verb: string, error: unknown): Unavailable {
  const cause = error instanceof Unavailable ? error.cause : error;
  return new Unavailable(`The log cannot be ${verb}: ${describeError(cause)}`, { cause });
}

/** Message for people; addresses and the client's own text stay in the cause. */
function describeError(error: unknown): string {
  if (hasNoLeader(error)) return 'its servers have no leader now';
  if (/certificate|unable to verify/i.test(String(error)))
    return 'the certificate of its server is not trusted';
  if (isUnreachable(error)) return 'its server is away';
  if (isSilent(error)) return 'its server does not answer';
  if (error instanceof AccessDeniedError) return 'its server denies access';
  return (error as Error).message.replace(/^\d+ [A-Z_]+: /, '');
}
