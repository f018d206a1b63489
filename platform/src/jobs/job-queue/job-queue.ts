/**
 * Ids only, because a queue is transport and is read by operators: no code, token or personal text.
 */
export type JobData = Readonly<Record<string, string | number | boolean | undefined>>;
export type Job<Data extends JobData = JobData> = {
  readonly id: string;
  readonly name: string;
  readonly data: Data;
  readonly attempt: number;
};
/** Payloads by the names of jobs. */
export type AnyJobs = Readonly<Record<string, JobData>>;

export type Handlers = Readonly<Record<string, (job: Job) => Promise<void>>>;

export type QueueDepth = {
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
};

/**
 * At least once: a worker that is killed in the middle leaves the job to the next one, so a job
 * must be safe to run twice.
 */
export abstract class JobQueue<Jobs extends AnyJobs = AnyJobs> {
  /**
   * Adds a job durably. An equal id within a day is a repetition; an id has no ":".
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
   * Runs jobs of these names until the signal is aborted and then waits for those under way. A job
   * that throws is tried again (see `mostAttempts`), after 1 s doubling up to half a minute; then
   * it has failed and stays to be seen. `Unrecoverable` is not tried again, and `Delayed` not
   * before.
   */
  abstract work(handlers: Handlers, signal: AbortSignal): Promise<void>;
  abstract depth(): Promise<QueueDepth>;
  /**
   * Made with the queue and lost with it: another one than before means that what was waiting is
   * gone. @throws Unavailable
   */
  abstract identity(): Promise<string>;
  abstract close(): Promise<void>;
}
