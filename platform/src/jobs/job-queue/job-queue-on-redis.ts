import {
  DelayedError,
  Queue,
  type Job as RedisJob,
  UnrecoverableError,
  WaitingError,
  Worker,
} from 'bullmq';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../common/deadline.js';
import { Unavailable } from '../../common/unavailable.js';
import type { RedisServer } from '../../storage/redis/connect-redis.js';
import {
  type JobFailed,
  attempt,
  day,
  failedJobsStay,
  mostAtOnce,
  mostAttempts,
} from './attempts.js';
import { type Handlers, type Job, type JobData, JobQueue, type QueueDepth } from './job-queue.js';

/** Events of BullMQ's queues, which are not used here; by default it keeps 10,000 of them. */
const streams = { events: { maxLen: 100 } };
/** BullMQ waits for ever for a Redis that was never there. */
const longestAdd = 3_000;
/**
 * A worker says each half of this that it still has its jobs; one that was killed has lost them
 * when it is over and the others have looked twice: within 10 s. One whose event loop is blocked
 * for longer loses them too, and they run twice.
 */
const lockMilliseconds = 5_000;
const stalledMilliseconds = 2_000;
const retryMilliseconds = 500;
const betweenReports = 60_000;
/** How long a stop waits, after the last job, until Redis knows of it. */
const longestClose = 3_000;

export const keyPrefix = 'fieldtrace';
export const queueKey = (name: string): string => `${keyPrefix}:${name}`;
/**
 * Not the bare id: BullMQ refuses one of digits, and one such as "wait" would be the name of a list
 * of its own.
 */
export const redisJobId = (id: string): string => `job-${id}`;
const identityKey = `${keyPrefix}:queue`;
const namesKey = `${keyPrefix}:queues`;

/**
 * Jobs in Redis, through BullMQ: a queue of its own for each name, so that a worker leaves alone
 * what it has no handler for.
 */
export class JobQueueOnRedis extends JobQueue {
  private readonly queues = new Map<string, Queue>();
  private readonly closing = new AbortController();
  /** Each worker meets the same trouble many times a second. */
  private readonly reported = new LRUCache<string, true>({ max: 100, ttl: betweenReports });

  /**
   * Needs no Redis yet: what is added before it is there is refused. Closing the queue leaves the
   * connection open.
   * @param onTrouble something is wrong with Redis that is no job's fault; it is tried again
   */
  constructor(
    private readonly redis: RedisServer,
    private readonly failed: JobFailed,
    private readonly onTrouble: (error: Error) => void = () => {},
  ) {
    super();
  }

  protected async put(name: string, id: string, data: JobData): Promise<void> {
    const jobId = redisJobId(id);
    const queue = this.queue(name);
    // The worker says which attempt is the last; BullMQ itself counts only those in which Redis did
    // not take what became of the job.
    const options = {
      jobId,
      attempts: mostAttempts,
      backoff: { type: 'exponential', delay: 1_000 },
      removeOnComplete: { age: day / 1_000 },
      removeOnFail: { age: failedJobsStay / 1_000 },
    };
    const put = () => queue.add(name, data, options);
    const added = this.redis.ask(async (redis) => {
      // Asked in one go, and answered in this order.
      const [, finishedOn] = await Promise.all([
        redis.sadd(namesKey, name),
        redis.hget(`${queueKey(name)}:${jobId}`, 'finishedOn'),
        put(),
      ]);
      if (finishedOn === null || Number(finishedOn) > Date.now() - day) return;
      // BullMQ forgets what is done only when something else of the queue is done; until then it
      // takes this for the same job.
      await queue.remove(jobId);
      await put();
    });
    await withDeadline(added, longestAdd, late);
  }

  /**
   * Without Redis it waits for it. What is under way when the queue is closed is left as a crash
   * would leave it.
   */
  async work(handlers: Handlers, stop: AbortSignal): Promise<void> {
    const givenUp = this.closing.signal;
    const running = new Set<Promise<unknown>>();
    const connection = this.redis.waiting();
    // Each worker waits on a copy of its own, which the owner of the connections has to know.
    connection.duplicate = () => this.redis.waiting();
    const reportTrouble = (error: Error) => {
      if (stop.aborted || givenUp.aborted || this.reported.has(error.message)) return;
      this.reported.set(error.message, true);
      this.onTrouble(error);
    };
    const workers = Object.entries(handlers).map(([name, handler]) => {
      const process = async (taken: RedisJob<JobData>, token?: string) => {
        if (!stop.aborted) return this.perform(taken, token!, handler, running);
        await givenBack(this.redis, taken, token!);
        throw new WaitingError();
      };
      const worker = new Worker<JobData, void>(name, process, {
        connection,
        prefix: keyPrefix,
        concurrency: mostAtOnce,
        lockDuration: lockMilliseconds,
        stalledInterval: stalledMilliseconds,
        maxStalledCount: mostAttempts,
        runRetryDelay: retryMilliseconds,
        autorun: false,
      });
      worker.on('error', reportTrouble);
      // BullMQ does not run the job again: too many workers died of it.
      worker.on('failed', (lost, error) => {
        if (lost?.deferredFailure !== undefined) this.failed(jobOf(lost), error, true);
      });
      return worker;
    });
    for (const worker of workers) worker.run().catch(reportTrouble);

    await whenAborted(AbortSignal.any([stop, givenUp]));
    const closed = Promise.all(workers.map((worker) => worker.close(givenUp.aborted)));
    await Promise.race([
      closed,
      ended().then(() => wait(longestClose, undefined, { ref: false })),
      whenAborted(givenUp),
    ]);
    connection.disconnect();

    /**
     * All attempts that are under way; nothing new begins by then. What became of them waits for
     * Redis without end where that is away.
     */
    async function ended(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    }
  }

  async depth(): Promise<QueueDepth> {
    const counts = await this.redis.ask(async (redis) => {
      const names = await redis.smembers(namesKey);
      return Promise.all(
        names.map((name) => this.queue(name).getJobCounts('wait', 'delayed', 'active', 'failed')),
      );
    });
    const sum = (state: string) => counts.reduce((total, count) => total + (count[state] ?? 0), 0);
    return {
      waiting: sum('wait'),
      delayed: sum('delayed'),
      active: sum('active'),
      failed: sum('failed'),
    };
  }

  async identity(): Promise<string> {
    // Asked in one go, and answered in this order.
    const [, identity] = await this.redis.ask((redis) =>
      Promise.all([redis.set(identityKey, randomUUID(), 'NX'), redis.get(identityKey)]),
    );
    return identity!;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(
      [...this.queues.values()].map((queue) =>
        withDeadline(queue.close(), longestAdd, late).catch(() => undefined),
      ),
    );
    this.queues.clear();
  }

  private async perform(
    taken: RedisJob<JobData>,
    token: string,
    handler: Handlers[string],
    running: Set<Promise<unknown>>,
  ): Promise<void> {
    const trying = attempt(jobOf(taken), handler, this.failed).finally(() =>
      running.delete(trying),
    );
    running.add(trying);
    const failure = await trying;
    if (!failure) return;
    if (failure.pause !== undefined) {
      await taken.moveToDelayed(Date.now() + failure.pause, token);
      throw new DelayedError();
    }
    // The error's own words may be personal, and would stand in Redis for as long as the job does.
    throw new UnrecoverableError(
      failure.error instanceof Error ? failure.error.name : typeof failure.error,
    );
  }

  private queue(name: string): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, {
      connection: this.redis.client,
      prefix: keyPrefix,
      streams,
      skipVersionCheck: true,
    });
    queue.on('error', () => {}); // Each call fails by itself.
    this.queues.set(name, queue);
    return queue;
  }
}

const late = () => new Unavailable('Redis did not answer in time. Jobs cannot be taken now.');

const jobOf = ({ id, name, data, attemptsStarted }: RedisJob<JobData>): Job => ({
  ...{ name, data },
  id: id!.slice(redisJobId('').length),
  attempt: attemptsStarted,
});

/**
 * Taken while the worker was stopping, and left to another one as if it had not been: BullMQ counts
 * in `ats` how often it was, while the lock is still ours.
 */
export async function givenBack(
  redis: RedisServer,
  taken: RedisJob<JobData>,
  token: string,
): Promise<void> {
  await redis.ask((client) => client.hincrby(`${queueKey(taken.name)}:${taken.id}`, 'ats', -1));
  await taken.moveToWait(token);
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
