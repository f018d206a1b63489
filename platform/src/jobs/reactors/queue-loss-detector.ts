import type { JobQueue } from '../job-queue/job-queue.js';
import { type LogPosition, toLogPosition } from '../../event-log/event-log.js';

/** Position up to which all jobs had been sent at a time. */
type SentMark = LogPosition & { readonly at: string };
/** Identity of a reactor's job queue, and its marks of the last days. */
export type QueueMarks = { readonly queue?: string; readonly marks?: readonly SentMark[] };

const HOUR_MS = 60 * 60_000;
const MARK_INTERVAL_MS = 6 * HOUR_MS;
/**
 * Longest time in the queue of a job that does not wait for a key or a newer build. Retries end
 * within minutes, and services postpone less.
 */
const MAX_TIME_IN_QUEUE_MS = 2 * 24 * HOUR_MS;

/** Detects the loss of the job queue, and finds where the reactor has to start again. */
export class QueueLossDetector {
  constructor(
    private readonly jobs: Pick<JobQueue, 'add' | 'readIdentity'>,
    private state: QueueMarks,
  ) {}

  /** Whether another queue got the earlier jobs. False if the queue cannot be reached. */
  async isLost(): Promise<boolean> {
    const { queue } = this.state;
    return queue !== undefined && (await this.jobs.readIdentity().catch(() => queue)) !== queue;
  }

  /** Adds a job. The next `isLost` notices a queue that was lost meanwhile. */
  async add(...job: Parameters<JobQueue['add']>): Promise<void> {
    if (this.state.queue === undefined) this.state = { queue: await this.jobs.readIdentity() };
    await this.jobs.add(...job);
  }

  /**
   * Returns the state to save once all jobs up to a position were sent. Adds a mark every six
   * hours. Drops marks older than two days, except the last of them.
   */
  stateAt(upTo: LogPosition, now: string): QueueMarks {
    const { queue, marks = [] } = this.state;
    if (queue === undefined) return {};
    const last = marks.at(-1);
    const newMarks =
      last && Date.parse(now) < Date.parse(last.at) + MARK_INTERVAL_MS
        ? marks
        : [...marks, { ...upTo, at: now }];
    const oldest = newMarks.findLastIndex(({ at }) => areJobsDone(at, now));
    this.state = { queue, marks: newMarks.slice(Math.max(0, oldest)) };
    return this.state;
  }

  /** Adopts the new queue. Returns the last position whose jobs are all done, if any. */
  async adoptNewQueue(now: string): Promise<LogPosition | undefined> {
    const mark = this.state.marks?.findLast(({ at }) => areJobsDone(at, now));
    this.state = { queue: await this.jobs.readIdentity(), marks: mark ? [mark] : [] };
    return mark && toLogPosition(mark);
  }
}

const areJobsDone = (at: string, now: string) =>
  Date.parse(at) <= Date.parse(now) - MAX_TIME_IN_QUEUE_MS;
