import type { JobQueue } from '../job-queue/job-queue.js';
import type { Position } from '../../event-log/event-log.js';

/** Place and identity of an event in the log. */
export type LogPosition = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
};
/** Up to where everything had been sent, at a time. */
type Mark = LogPosition & { readonly at: string };
/** Queue of a reactor's jobs, and the reactor's progress in the days before. */
export type QueueUsed = { readonly queue?: string; readonly marks?: readonly Mark[] };

const hour = 60 * 60_000;
const betweenMarks = 6 * hour;
/**
 * A job is tried for minutes, or for as long as a service asks to wait: what was sent before that
 * is done, or has failed.
 */
const longestInQueue = 2 * 24 * hour;

/** A queue is transport, and may be lost; its identity is lost with it. */
export class QueueInUse {
  constructor(
    private readonly jobs: Pick<JobQueue, 'add' | 'identity'>,
    private used: QueueUsed,
  ) {}

  /**
   * Whether it is another one than that which the jobs so far went to. While it is out of reach
   * that is not known, and what needs none goes on.
   */
  async isLost(): Promise<boolean> {
    const { queue } = this.used;
    return queue !== undefined && (await this.jobs.identity().catch(() => queue)) !== queue;
  }

  /** Adds a job. A queue lost meanwhile is noticed by the next `isLost`. */
  async add(...job: Parameters<JobQueue['add']>): Promise<void> {
    if (this.used.queue === undefined) this.used = { queue: await this.jobs.identity() };
    await this.jobs.add(...job);
  }

  /**
   * Returns the state to save once everything up to a position was sent. Adds a mark every six
   * hours, to which a reactor can go back. Drops all marks older than two days except the last.
   */
  rememberedAt(upTo: LogPosition, now: string): QueueUsed {
    const { queue, marks = [] } = this.used;
    if (queue === undefined) return {};
    const last = marks.at(-1);
    const made =
      last && Date.parse(now) < Date.parse(last.at) + betweenMarks
        ? marks
        : [...marks, { ...upTo, at: now }];
    const oldest = made.findLastIndex(({ at }) => isOutOfQueue(at, now));
    this.used = { queue, marks: made.slice(Math.max(0, oldest)) };
    return this.used;
  }

  /**
   * Switches to the new queue. Returns the position before which all jobs are done for certain;
   * undefined if there is none.
   */
  async replaced(now: string): Promise<LogPosition | undefined> {
    const mark = this.used.marks?.findLast(({ at }) => isOutOfQueue(at, now));
    this.used = { queue: await this.jobs.identity(), marks: mark ? [mark] : [] };
    if (!mark) return undefined;
    const { at: _, ...position } = mark;
    return position;
  }
}

const isOutOfQueue = (at: string, now: string) =>
  Date.parse(at) <= Date.parse(now) - longestInQueue;
