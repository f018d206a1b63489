/** Payload of a job: ids only, no code, token or personal text, because operators read queues. */
export type JobData = Readonly<Record<string, string | number | boolean | undefined>>;
export type Job<Data extends JobData = JobData> = {
  readonly id: string;
  readonly name: string;
  readonly data: Data;
  readonly attempt: number;
};
/** Maps job names to their payloads. */
export type AnyJobs = Readonly<Record<string, JobData>>;

export type Handlers = Readonly<Record<string, (job: Job) => Promise<void>>>;

export type QueueDepth = {
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
};

/**
 * Delivers at least once: after a crash another worker runs the job again, so jobs are idempotent.
 */
export abstract class JobQueue<Jobs extends AnyJobs = AnyJobs> {
  /**
   * Adds a job durably. The same id within a day is the same job.
   * @throws Error for an id with ":"
   */
  async add<Name extends keyof Jobs & string>(
    name: Name,
    id: string,
    data: Jobs[Name],
  ): Promise<void> {
    if (id.includes(':')) throw new Error(`The id of a job has no ":": ${id}`);
    await this.put(name, id, data);
  }
  protected abstract put(name: string, id: string, data: JobData): Promise<void>;
  /**
   * Runs jobs of these names until the signal aborts, then waits for running ones.
   * A failed job is retried up to `MAX_ATTEMPTS` times with exponential back-off (1 s to 30 s) and
   * jitter.
   * `Unrecoverable` fails at once; `Delayed` postpones the next attempt. A job whose record needs a
   * key or a newer build is retried without limit.
   */
  abstract work(handlers: Handlers, signal: AbortSignal): Promise<void>;
  abstract readDepth(): Promise<QueueDepth>;
  /**
   * Identity created with the queue. A different identity means that the waiting jobs were lost.
   * @throws Unavailable
   */
  abstract readIdentity(): Promise<string>;
  abstract close(): Promise<void>;
}
