import { DelayedError, type Job as RedisJob, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { LRUCache } from 'lru-cache';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import type { RedisServer } from '../../storage/redis/connect-redis.js';
import { Delayed, attempt, isLastAttempt, mostAttempts, pauseAfter } from './attempts.js';
import type { Job, JobData } from './job-queue.js';

export const keyPrefix = 'fieldtrace';
export const queueKey = (name: string): string => `${keyPrefix}:${name}`;
/** Not the bare id: BullMQ refuses one of digits, and one such as "wait" would be the name of a list of its own. */
export const redisJobId = (id: string): string => `job-${id}`;

/** One job that waits for a slow service does not hold up the others. */
const mostAtOnce = 8;
/**
 * A worker says each half of this that it still has its jobs; one that was killed has lost them when it is over and the
 * others have looked twice: within 10 s. One whose event loop is blocked for longer loses them too, and they run twice.
 */
const lockMilliseconds = 5_000;
const stalledMilliseconds = 2_000;
const retryMilliseconds = 500;
const betweenReports = 60_000;
/** How long a stop waits, after the last job, until Redis knows of it. */
const longestClose = 3_000;

export type Failed = (job: Job, error: unknown, last: boolean) => void;
type Handlers = Readonly<Record<string, (job: Job) => Promise<void>>>;
type Options = { readonly redis: RedisServer; readonly failed: Failed; readonly onTrouble: (error: Error) => void };

/**
 * Works until the signal is aborted, and then ends what is under way; when `given up` is, it leaves it as a crash would.
 * Without Redis it waits for it.
 */
export async function workOnRedis(handlers: Handlers, { redis, failed, onTrouble }: Options, stop: AbortSignal, givenUp: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  const reported = new LRUCache<string, true>({ max: 100, ttl: betweenReports });
  const connection = redis.waiting();
  // Each worker waits on a copy of its own, which the owner of the connections has to know.
  connection.duplicate = () => redis.waiting();
  const workers = Object.entries(handlers).map(([name, handler]) => {
    const process = (taken: RedisJob<JobData>, token?: string) => {
      const run = perform(taken, token, handler).finally(() => running.delete(run));
      running.add(run);
      return run;
    };
    const worker = new Worker<JobData, void>(name, process, {
      connection,
      prefix: keyPrefix,
      concurrency: mostAtOnce,
      lockDuration: lockMilliseconds,
      stalledInterval: stalledMilliseconds,
      maxStalledCount: mostAttempts,
      runRetryDelay: retryMilliseconds,
      settings: { backoffStrategy: (failures) => pauseAfter(failures) },
      autorun: false,
    });
    worker.on('error', reportTrouble);
    // It is not taken once more: BullMQ has counted too many workers that did not survive it.
    worker.on('failed', (lost, error) => {
      if (lost?.deferredFailure !== undefined) failed(jobOf(lost), error, true);
    });
    return worker;
  });
  for (const worker of workers) worker.run().catch(reportTrouble);

  await whenAborted(stop, givenUp);
  const closing = Promise.all(workers.map((worker) => worker.close(givenUp.aborted)));
  await Promise.race([closing, ended().then(() => later(longestClose, undefined, { ref: false })), whenAborted(givenUp)]);
  connection.disconnect();

  /** Each worker meets the same trouble many times a second. */
  function reportTrouble(error: Error): void {
    if (stop.aborted || givenUp.aborted || reported.has(error.message)) return;
    reported.set(error.message, true);
    onTrouble(error);
  }

  /** All that is under way; nothing new begins by then. */
  async function ended(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
  }

  async function perform(taken: RedisJob<JobData>, token: string | undefined, handler: (job: Job) => Promise<void>): Promise<void> {
    const job = jobOf(taken);
    // Taken while the worker was stopping.
    if (stop.aborted && token !== undefined) {
      await givenBack(redis, taken, token);
      throw new WaitingError();
    }
    try {
      await attempt(job, handler);
    } catch (error) {
      const last = isLastAttempt(job.attempt, error);
      failed(job, error, last);
      if (error instanceof Delayed && !last && token !== undefined) {
        await taken.moveToDelayed(Date.now() + error.milliseconds, token);
        throw new DelayedError();
      }
      // The error's own words may be personal, and would stand in Redis for as long as the job does.
      const words = error instanceof Error ? error.name : typeof error;
      throw last ? new UnrecoverableError(words) : new Error(words);
    }
  }
}

const jobOf = ({ id, name, data, attemptsStarted }: RedisJob<JobData>): Job => ({
  ...{ name, data },
  id: id!.slice(redisJobId('').length),
  attempt: attemptsStarted,
});

/** As if it had not been taken: BullMQ counts in `ats` how often it was, while the lock is still ours. */
export async function givenBack(redis: RedisServer, taken: RedisJob<JobData>, token: string): Promise<void> {
  await redis.ask((client) => client.hincrby(`${queueKey(taken.name)}:${taken.id}`, 'ats', -1));
  await taken.moveToWait(token);
}

async function whenAborted(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  if (!any.aborted) await once(any, 'abort');
}
