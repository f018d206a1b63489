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
import { backOff } from '../common/back-off.js';
import { pause } from '../common/clock.js';
import { withDeadline } from '../common/deadline.js';
import { LogUnavailable, RevisionConflict, UnreadableLog } from './event-log.js';
import { isCluster, withDefaults } from './eventstore-address.js';

export type GuardOptions = {
  /** How long a call may take before it is given up, in milliseconds. */
  readonly deadlineMs?: number;
  /** How often a call is made that found no server, or no answer. */
  readonly tries?: number;
  /** How long a call is repeated while there is no leader, in milliseconds. */
  readonly electionMs?: number;
  /** Told of an error once, and of the next one when something has succeeded meanwhile. */
  readonly onTrouble?: (error: unknown) => void;
};

/**
 * Stands between us and the client, whose calls may never end: every call has a deadline of ours and is repeated while that may
 * help. There is one client for the whole life of the log: it makes a new connection by itself when a server is lost, and
 * remembers which node failed.
 */
export class EventStoreGuard {
  readonly client: EventStoreDBClient;
  readonly deadlineMs: number;
  /** Aborted when the log is closed. */
  readonly closed: AbortSignal;
  private readonly underWay = new Set<Promise<unknown>>();
  private troubled = false;
  private readonly closing = new AbortController();

  /** @throws Error for an address that is none; nothing is connected before something is asked */
  constructor(
    private readonly url: string,
    private readonly options: GuardOptions,
  ) {
    this.client = EventStoreDBClient.connectionString(withDefaults(url));
    this.deadlineMs = options.deadlineMs ?? 3_000;
    this.closed = this.closing.signal;
    setMaxListeners(0, this.closed); // Every call that pauses listens.
  }

  /**
   * Asks until there is an answer: a few times, and for as long as an election may take where that is why there is none. What is
   * asked must be safe to ask again.
   * @throws RevisionConflict, RangeError, UnreadableLog as the question does
   * @throws LogUnavailable that says what could not be done
   */
  async ask<Answer>(what: string, question: (client: EventStoreDBClient) => Promise<Answer>): Promise<Answer> {
    const { tries = 3, electionMs = 20_000 } = this.options;
    const longest = performance.now() + electionMs;
    for (let attempt = 1; ; attempt++) {
      if (this.closed.aborted) throw new LogUnavailable(`The log cannot be ${what}: it is closed`);
      try {
        const answer = await this.withinDeadline(question);
        this.troubled = false;
        return answer;
      } catch (error) {
        if (isAnswer(error)) throw error;
        const mayHelp = !isRefusal(error) && (attempt < tries || (this.mayBeElection(error) && performance.now() < longest));
        if (!mayHelp || this.closed.aborted)
          throw new LogUnavailable(`The log cannot be ${what}: ${this.closed.aborted ? 'it is closed' : wordsFor(error)}`, { cause: error });
        this.trouble(error);
        await this.pause(attempt);
      }
    }
  }

  /** Told once until something succeeds again: a server that is away fails every call. */
  trouble(error: unknown): void {
    if (!this.troubled) this.options.onTrouble?.(error);
    this.troubled = true;
  }

  /** Longer with each attempt, at most a second, and not for all processes alike; less when the log is closed meanwhile. */
  async pause(attempt: number): Promise<void> {
    await pause(backOff(attempt, { longest: 1_000 }), this.closed);
  }

  /** Nothing more is asked; what was asked is waited for, as long as it may take. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.underWay);
    void this.client.dispose();
  }

  /**
   * A server that answers so is there, and another is about to lead. In a cluster one that is away may be its lost leader. A
   * channel that is closed was closed by the client for what it met in another call, which says nothing of this one.
   */
  private mayBeElection(error: unknown): boolean {
    if (hasNoLeader(error) || /channel closed/i.test(String(error))) return true;
    return isCluster(this.url) && (isAway(error) || isSilent(error));
  }

  private withinDeadline<Answer>(question: (client: EventStoreDBClient) => Promise<Answer>): Promise<Answer> {
    const late = () => new NoAnswer(`no answer in ${this.deadlineMs} ms`);
    const answered = withDeadline(question(this.client), this.deadlineMs, late).finally(() => this.underWay.delete(answered));
    this.underWay.add(answered);
    return answered;
  }
}

class NoAnswer extends Error {}

const hasNoLeader = (error: unknown) => error instanceof NotLeaderError || /not ready|too busy|no leader/i.test(String(error));
const isAway = (error: unknown) => error instanceof UnavailableError || error instanceof CancelledError;
const isSilent = (error: unknown) => error instanceof NoAnswer || error instanceof DeadlineExceededError || error instanceof TimeoutError;

/** For whoever asked at the endpoint; addresses and the client's own words stay in the cause. */
function wordsFor(error: unknown): string {
  if (hasNoLeader(error)) return 'its servers have no leader now';
  if (isAway(error)) return 'its server is away';
  if (isSilent(error)) return 'its server does not answer';
  if (error instanceof AccessDeniedError) return 'its server denies access';
  return (error as Error).message.replace(/^\d+ [A-Z_]+: /, '');
}

const isAnswer = (error: unknown) => error instanceof RevisionConflict || error instanceof RangeError || error instanceof UnreadableLog;
/** The server has said no, and will again. */
const isRefusal = (error: unknown) => error instanceof AccessDeniedError || error instanceof InvalidArgumentError;
