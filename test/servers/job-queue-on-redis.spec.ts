import { JobQueueOnRedis } from '#platform/jobs/job-queue/job-queue-on-redis.js';
import { jobQueueContract } from '#platform/jobs/job-queue/job-queue.contract.js';
import type { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import type { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { afterAll, afterEach, beforeAll, describe, jest } from '@jest/globals';
import { RedisProcess } from './programs/redis-process.js';

let redis: RedisProcess;
const redisServers: RedisServer[] = [];
beforeAll(async () => void (redis = await RedisProcess.start()));
afterAll(() => redis.dispose());
afterEach(() => {
  for (const server of redisServers.splice(0)) server.close();
});

/**
 * BullMQ uses the process's clock, and waits in Redis for due jobs. The spec replaces that clock:
 * its time passes while all jobs are delayed.
 */
describe('jobs in Redis', () => {
  let clockTimer: NodeJS.Timeout | undefined;
  const handledNames = new Set<string>();
  afterEach(() => {
    clearInterval(clockTimer);
    handledNames.clear();
    jest.restoreAllMocks();
  });

  async function open(clock: ClockInMemory): Promise<JobQueue> {
    const server = await connectRedis(redis.url());
    redisServers.push(server);
    jest.spyOn(Date, 'now').mockImplementation(() => Date.parse(clock.now()));
    const queue = new JobQueueOnRedis(server, () => {});
    const work = queue.work.bind(queue);
    queue.work = async (handlers, signal) => {
      for (const name of Object.keys(handlers)) handledNames.add(name);
      await work(handlers, signal);
    };
    clearInterval(clockTimer);
    clockTimer = setInterval(() => void passTime(clock, queue, server).catch(() => undefined), 5);
    return queue;
  }
  async function passTime(
    clock: ClockInMemory,
    queue: JobQueue,
    { client }: RedisServer,
  ): Promise<void> {
    const { waiting, active, delayed } = await queue.readDepth();
    if (handledNames.size === 0 || waiting + active > 0 || delayed === 0) return;
    await clock.pause(500);
    // A marker in the queue's sorted set wakes workers that wait for a due time.
    for (const name of handledNames) await client.zadd(`fieldtrace:${name}:marker`, 0, '0');
  }

  jobQueueContract(
    async (clock) => {
      const queue = await open(clock);
      await redisServers[0]!.client.flushdb();
      return queue;
    },
    async (queue, clock) => {
      await queue.close();
      return open(clock);
    },
  );
});
