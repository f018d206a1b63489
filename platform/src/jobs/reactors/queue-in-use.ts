import type { JobQueue } from '../job-queue/job-queue.js';
import type { LogPosition } from '../../event-log/event-log.js';

/** Position up to which all jobs had been sent at a time. */
type Mark = LogPosition & { readonly at: string };
/** Identity of a reactor's job queue, and its marks of the last days. */
export type QueueMarks = { readonly queue?: string; readonly marks?: readonly Mark[] };

const HOUR_MS = 60 * 60_000;
const MARK_INTERVAL_MS = 6 * HOUR_MS;
/**
 * After this time a job is done or has failed: retries end within minutes, and services postpone
 * less.
 */
const MAX_TIME_IN_QUEUE_MS = 2 * 24 * HOUR_MS;

/**
 * Detects the loss of the job queue, and finds the position from which the reactor has to send jobs
 * again.
 */
export class QueueInUse {
  constructor(
    private readonly jobs: Pick<JobQueue, 'add' | 'identity'>,
    private state: QueueMarks,
  ) {}

  /**
   * Whether the queue is not the one that got the jobs so far. An unreachable queue counts as not
   * lost.
   */
  async isLost(): Promise<boolean> {
    const { queue } = this.state;
    return queue !== undefined && (await this.jobs.identity().catch(() => queue)) !== queue;
  }

  /** Adds a job. The next `isLost` notices a queue that was lost meanwhile. */
  async add(...job: Parameters<JobQueue['add']>): Promise<void> {
    if (this.state.queue === undefined) this.state = { queue: await this.jobs.identity() };
    await this.jobs.add(...job);
  }

  /**
   * Returns the state to save when everything up to a position was sent. Adds a mark every six
   * hours. Drops marks older than two days, except the last of them.
   */
  stateAt(upTo: LogPosition, now: string): QueueMarks {
    const { queue, marks = [] } = this.state;
    if (queue === undefined) return {};
    const last = marks.at(-1);
    const withNewMark =
      last && Date.parse(now) < Date.parse(last.at) + MARK_INTERVAL_MS
        ? marks
        : [...marks, { ...upTo, at: now }];
    const oldest = withNewMark.findLastIndex(({ at }) => isOutOfQueue(at, now));
    this.state = { queue, marks: withNewMark.slice(Math.max(0, oldest)) };
    return this.state;
  }

  /** Adopts the new queue. Returns the last position whose jobs are all done, if any. */
  async adoptNewQueue(now: string): Promise<LogPosition | undefined> {
    const mark = this.state.marks?.findLast(({ at }) => isOutOfQueue(at, now));
    this.state = { queue: await this.jobs.identity(), marks: mark ? [mark] : [] };
    if (!mark) return undefined;
    const { at: _, ...position } = mark;
    return position;
  }
}

const isOutOfQueue = (at: string, now: string) =>
  Date.parse(at) <= Date.parse(now) - MAX_TIME_IN_QUEUE_MS;
