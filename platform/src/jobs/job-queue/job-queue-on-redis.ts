import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { withDeadline } from '../../common/deadline.js';
import type { RedisServer } from '../../storage/redis/connect-redis.js';
import { Unavailable } from '../../common/unavailable.js';
import { mostAttempts } from './attempts.js';
import type { Job, JobData, JobOptions, JobQueue, QueueDepth } from './job-queue.js';
import { type Failed, keyPrefix, queueKey, redisJobId, workOnRedis } from './worker-on-redis.js';

const day = 24 * 60 * 60;
const failedJobsStay = 30 * day;
/** Events of BullMQ's queues, which are not used here; by default it keeps 10,000 of them. */
const streams = { events: { maxLen: 100 } };
/** BullMQ waits for ever for a Redis that was never there. */
const longestAdd = 3_000;

const identityKey = `${keyPrefix}:queue`;
const namesKey = `${keyPrefix}:queues`;

type Options = {
  /** Called with each attempt that failed, and whether it was the last. */
  readonly jobFailed: Failed;
  /** Something is wrong with Redis that is no job's fault; it is tried again. */
  readonly onTrouble?: (error: Error) => void;
};

/** Jobs in Redis, through BullMQ: a queue of its own for each name, so that a worker leaves alone what it has no handler for. */
export class JobQueueOnRedis implements JobQueue {
  private readonly queues = new Map<string, Queue>();
  private readonly stopping = new AbortController();
  private readonly onTrouble: (error: Error) => void;

  /** Needs no Redis yet: what is added before it is there is refused. Closing the queue leaves the connection open. */
  constructor(
    private readonly redis: RedisServer,
    private readonly options: Options,
  ) {
    this.onTrouble = options.onTrouble ?? (() => {});
  }

  async add(name: string, id: string, data: JobData, { delayMilliseconds = 0 }: JobOptions = {}): Promise<void> {
    if (id.includes(':')) throw new Error(`The id of a job has no ":": ${id}`);
    const jobId = redisJobId(id);
    const queue = this.queue(name);
    const put = () =>
      queue.add(name, data, {
        jobId,
        delay: delayMilliseconds,
        // The worker decides which is the last, and how long it waits.
        attempts: mostAttempts,
        backoff: { type: 'ours' },
        removeOnComplete: { age: day },
        removeOnFail: { age: failedJobsStay },
      });
    const added = this.redis.ask(async (redis) => {
      // Asked in one go, and answered in this order.
      const [, finishedOn] = await Promise.all([redis.sadd(namesKey, name), redis.hget(`${queueKey(name)}:${jobId}`, 'finishedOn'), put()]);
      if (finishedOn === null || Number(finishedOn) > Date.now() - day * 1_000) return;
      // BullMQ forgets what is done only when something else of the queue is done; until then it takes this for the same job.
      await queue.remove(jobId);
      await put();
    });
    await withDeadline(added, longestAdd, late);
  }

  async work(handlers: Readonly<Record<string, (job: Job) => Promise<void>>>, signal: AbortSignal): Promise<void> {
    await workOnRedis(handlers, { redis: this.redis, failed: this.options.jobFailed, onTrouble: this.onTrouble }, signal, this.stopping.signal);
  }

  async depth(): Promise<QueueDepth> {
    const counts = await this.redis.ask(async (redis) => {
      const names = await redis.smembers(namesKey);
      return Promise.all(names.map((name) => this.queue(name).getJobCounts('wait', 'delayed', 'active', 'failed')));
    });
    const sum = (state: string) => counts.reduce((total, count) => total + (count[state] ?? 0), 0);
    return { waiting: sum('wait'), delayed: sum('delayed'), active: sum('active'), failed: sum('failed') };
  }

  async identity(): Promise<string> {
    return this.redis.ask(async (redis) => {
      const known = await redis.get(identityKey);
      if (known !== null) return known;
      await redis.set(identityKey, randomUUID(), 'NX');
      return (await redis.get(identityKey))!;
    });
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.queues.values()].map((queue) => withDeadline(queue.close(), longestAdd, late).catch(() => undefined)));
    this.queues.clear();
  }

  private queue(name: string): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: this.redis.client, prefix: keyPrefix, streams, skipVersionCheck: true });
    queue.on('error', () => {}); // Each call fails by itself.
    this.queues.set(name, queue);
    return queue;
  }
}

const late = () => new Unavailable('Redis did not answer in time. Jobs cannot be taken now.');
