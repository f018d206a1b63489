import { Unavailable } from '../../common/unavailable.js';
import type { LogPosition } from '../../event-log/event-log.js';
import type { JobQueue } from '../job-queue/job-queue.js';

export type QueueState = {
  /** Identity of the queue that has the reactor's jobs. */
  readonly queue?: string;
  /** Position up to which all jobs are done. Missing in checkpoints of early builds. */
  readonly doneUpTo?: LogPosition;
};
export type ReactorQueue = Pick<JobQueue, 'add' | 'readDepth' | 'readIdentity'>;

const CHECK_INTERVAL_MS = 60_000;

/** Detects the loss of the job queue, and knows where the reactor has to start again. */
export class QueueLossDetector {
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly jobs: ReactorQueue,
    private state: QueueState,
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

  /** Forgets which jobs are done, because those of an earlier event were sent. */
  forgetDone(): void {
    const { queue } = this.state;
    this.state = queue === undefined ? {} : { queue };
  }

  /** Returns the state to save once all jobs up to a position were sent. */
  async stateAt(upTo: LogPosition, now: string): Promise<QueueState> {
    const { queue } = this.state;
    if (queue !== undefined && Date.parse(now) >= this.checkedAt + CHECK_INTERVAL_MS) {
      this.checkedAt = Date.parse(now);
      if (await this.isEmpty(queue)) this.state = { queue, doneUpTo: upTo };
    }
    return this.state;
  }

  /** Adopts the new queue. Returns the last position up to which all jobs are done, if any. */
  async adoptNewQueue(): Promise<LogPosition | undefined> {
    const { doneUpTo } = this.state;
    this.state = { queue: await this.jobs.readIdentity(), ...(doneUpTo && { doneUpTo }) };
    return doneUpTo;
  }

  /**
   * Whether the known queue has no unfinished job. The identity is read last, because a queue that
   * replaces a lost one is empty too.
   */
  private async isEmpty(queue: string): Promise<boolean> {
    try {
      const { waiting, delayed, active } = await this.jobs.readDepth();
      return waiting + delayed + active === 0 && (await this.jobs.readIdentity()) === queue;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  }
}
