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
  type OnJobFailure,
  runAttempt,
  DAY_MS,
  FAILED_JOB_RETENTION_MS,
  MAX_CONCURRENT_JOBS,
  MAX_ATTEMPTS,
} from './attempts.js';
import { type Handlers, type Job, type JobData, JobQueue, type QueueDepth } from './job-queue.js';

/** Limits the event streams of BullMQ, which nothing reads here. BullMQ's default keeps 10,000. */
const EVENT_STREAM_OPTIONS = { events: { maxLen: 100 } };
/** Deadline for adding a job. Without it, BullMQ waits for ever for an absent Redis. */
const ADD_TIMEOUT_MS = 3_000;
/**
 * Lock of a running job; the worker renews it at half this time. Jobs of a killed worker restart
 * within 10 s. An event loop blocked for longer loses the lock, and the job runs twice.
 */
const LOCK_DURATION_MS = 5_000;
const STALLED_CHECK_INTERVAL_MS = 2_000;
const RUN_RETRY_DELAY_MS = 500;
const REPORT_INTERVAL_MS = 60_000;
/** Time after the last job within which a stopping worker reports to Redis. */
const CLOSE_TIMEOUT_MS = 3_000;

export const keyPrefix = 'fieldtrace';
export const queueKey = (name: string): string => `${keyPrefix}:${name}`;
/** BullMQ refuses an id of digits, and an id such as "wait" would clash with its own lists. */
export const redisJobId = (id: string): string => `job-${id}`;
const identityKey = `${keyPrefix}:queue`;
const namesKey = `${keyPrefix}:queues`;

/**
 * Jobs in Redis through BullMQ. Each name has its own queue, so a worker takes only jobs it has a
 * handler for.
 */
export class JobQueueOnRedis extends JobQueue {
  private readonly queues = new Map<string, Queue>();
  private readonly closing = new AbortController();
  /** Errors reported lately: each worker repeats the same Redis error many times a second. */
  private readonly recentlyReported = new LRUCache<string, true>({
    max: 100,
    ttl: REPORT_INTERVAL_MS,
  });

  /**
   * Needs no Redis yet: `add` throws `Unavailable` until Redis is there. `close` keeps the
   * connection open.
   * @param onTrouble receives errors of Redis that no job caused; the worker retries
   */
  constructor(
    private readonly redis: RedisServer,
    private readonly onFailure: OnJobFailure,
    private readonly onTrouble: (error: Error) => void = () => {},
  ) {
    super();
  }

  protected async put(name: string, id: string, data: JobData): Promise<void> {
    const jobId = redisJobId(id);
    const queue = this.openQueue(name);
    // BullMQ itself retries only attempts whose result Redis did not store; `perform` the others.
    const options = {
      jobId,
      attempts: MAX_ATTEMPTS,
      backoff: { type: 'exponential', delay: 1_000 },
      removeOnComplete: { age: DAY_MS / 1_000 },
      removeOnFail: { age: FAILED_JOB_RETENTION_MS / 1_000 },
    };
    const addToQueue = () => queue.add(name, data, options);
    const adding = this.redis.ask(async (redis) => {
      // Sent in one pipeline and answered in this order.
      const [, finishedOn] = await Promise.all([
        redis.sadd(namesKey, name),
        redis.hget(`${queueKey(name)}:${jobId}`, 'finishedOn'),
        addToQueue(),
      ]);
      if (finishedOn === null || Number(finishedOn) > Date.now() - DAY_MS) return;
      // BullMQ removes a finished job only when another one finishes. Until then it takes an equal
      // id for a duplicate.
      await queue.remove(jobId);
      await addToQueue();
    });
    await withDeadline(adding, ADD_TIMEOUT_MS, createAddTimeoutError);
  }

  /**
   * Waits for Redis while it is unavailable. Jobs that run when the queue is closed are left as by
   * a crash.
   */
  async work(handlers: Handlers, stop: AbortSignal): Promise<void> {
    const closing = this.closing.signal;
    const running = new Set<Promise<unknown>>();
    const connection = this.redis.openBlocking();
    // BullMQ duplicates the connection per worker; `RedisServer` has to own each duplicate.
    connection.duplicate = () => this.redis.openBlocking();
    const reportTrouble = (error: Error) => {
      if (stop.aborted || closing.aborted || this.recentlyReported.has(error.message)) return;
      this.recentlyReported.set(error.message, true);
      this.onTrouble(error);
    };
    const workers = Object.entries(handlers).map(([name, handler]) => {
      const process = async (redisJob: RedisJob<JobData>, token?: string) => {
        if (!stop.aborted) return this.perform(redisJob, token!, handler, running);
        await returnToQueue(this.redis, redisJob, token!);
        throw new WaitingError();
      };
      const worker = new Worker<JobData, void>(name, process, {
        connection,
        prefix: keyPrefix,
        concurrency: MAX_CONCURRENT_JOBS,
        lockDuration: LOCK_DURATION_MS,
        stalledInterval: STALLED_CHECK_INTERVAL_MS,
        maxStalledCount: MAX_ATTEMPTS,
        runRetryDelay: RUN_RETRY_DELAY_MS,
        autorun: false,
      });
      worker.on('error', reportTrouble);
      // BullMQ gave the job up: too many workers died while running it.
      worker.on('failed', (crashed, error) => {
        if (crashed?.deferredFailure !== undefined) this.onFailure(toJob(crashed), error, 'failed');
      });
      return worker;
    });
    for (const worker of workers) worker.run().catch(reportTrouble);

    await waitForAbort(AbortSignal.any([stop, closing]));
    const closingWorkers = Promise.all(workers.map((worker) => worker.close(closing.aborted)));
    await Promise.race([
      closingWorkers,
      waitForRunning().then(() => wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })),
      waitForAbort(closing),
    ]);
    connection.disconnect();

    /** Waits for running attempts. Storing their results may wait for Redis without limit. */
    async function waitForRunning(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    }
  }

  async readDepth(): Promise<QueueDepth> {
    const counts = await this.redis.ask(async (redis) => {
      const names = await redis.smembers(namesKey);
      return Promise.all(
        names.map((name) =>
          this.openQueue(name).getJobCounts('wait', 'delayed', 'active', 'failed'),
        ),
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

  async readIdentity(): Promise<string> {
    // Sent in one pipeline and answered in this order.
    const [, identity] = await this.redis.ask((redis) =>
      Promise.all([redis.set(identityKey, randomUUID(), 'NX'), redis.get(identityKey)]),
    );
    return identity!;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(
      [...this.queues.values()].map((queue) =>
        withDeadline(queue.close(), ADD_TIMEOUT_MS, createAddTimeoutError).catch(() => undefined),
      ),
    );
    this.queues.clear();
  }

  private async perform(
    redisJob: RedisJob<JobData>,
    token: string,
    handler: Handlers[string],
    running: Set<Promise<unknown>>,
  ): Promise<void> {
    const attempting = runAttempt(toJob(redisJob), handler, this.onFailure).finally(() =>
      running.delete(attempting),
    );
    running.add(attempting);
    const failure = await attempting;
    if (!failure) return;
    if (failure.pauseMs !== undefined) {
      if (!failure.isCounted) await uncountAttempt(this.redis, redisJob);
      await redisJob.moveToDelayed(Date.now() + failure.pauseMs, token);
      throw new DelayedError();
    }
    // The error's text may hold personal data, so Redis stores its class name only.
    throw new UnrecoverableError(
      failure.error instanceof Error ? failure.error.name : typeof failure.error,
    );
  }

  private openQueue(name: string): Queue {
    const existing = this.queues.get(name);
    if (existing) return existing;
    const queue = new Queue(name, {
      connection: this.redis.client,
      prefix: keyPrefix,
      streams: EVENT_STREAM_OPTIONS,
      skipVersionCheck: true,
    });
    queue.on('error', () => {}); // Each call reports its own error.
    this.queues.set(name, queue);
    return queue;
  }
}

const createAddTimeoutError = () =>
  new Unavailable('Redis did not answer in time. Jobs cannot be taken now.');

const toJob = ({ id, name, data, attemptsStarted }: RedisJob<JobData>): Job => ({
  name,
  data,
  id: id!.slice(redisJobId('').length),
  attempt: attemptsStarted,
});

/** Decrements BullMQ's attempt counter `ats`, which is safe while this worker holds the lock. */
const uncountAttempt = (redis: RedisServer, { name, id }: RedisJob<JobData>): Promise<unknown> =>
  redis.ask((client) => client.hincrby(`${queueKey(name)}:${id}`, 'ats', -1));

/** Returns a job that was taken while the worker was stopping. */
export async function returnToQueue(
  redis: RedisServer,
  redisJob: RedisJob<JobData>,
  token: string,
): Promise<void> {
  await uncountAttempt(redis, redisJob);
  await redisJob.moveToWait(token);
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
