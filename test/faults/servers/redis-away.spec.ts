import { BadConfig } from '#platform/common/config/config.js';
import { type FailureOutcome, MAX_ATTEMPTS } from '#platform/jobs/job-queue/attempts.js';
import {
  JobQueueOnRedis,
  queueKey,
  redisJobId,
} from '#platform/jobs/job-queue/job-queue-on-redis.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../acceptance/product/until.js';
import { RedisProcess } from '../../servers/programs/redis-process.js';

let redis: RedisProcess;
let server: RedisServer;
let queue: JobQueueOnRedis;
let troubles: string[];
let stop: AbortController;
let working: Promise<void> | undefined;
const failures: [name: string, attempt: number, outcome: FailureOutcome][] = [];

beforeEach(() => {
  [troubles, failures.length, stop, working] = [[], 0, new AbortController(), undefined];
});
afterEach(async () => {
  stop.abort();
  await working;
  await queue?.close();
  server?.close();
  await redis.dispose();
});

async function openQueue(startingRedis: Promise<RedisProcess>): Promise<void> {
  redis = await startingRedis;
  server = await connectRedis(redis.url(), ({ message }) => void troubles.push(message));
  queue = new JobQueueOnRedis(server, ({ name, attempt }, _, outcome) =>
    failures.push([name, attempt, outcome]),
  );
}
function startWork(handler: () => Promise<void>) {
  working = queue.work({ send: handler }, stop.signal);
}
const untilSettled = () =>
  until(async () => {
    const { waiting, delayed, active } = await queue
      .readDepth()
      .catch(() => ({ waiting: 1, delayed: 0, active: 0 }));
    return waiting + delayed + active === 0;
  });
/** Tries until a job is accepted. */
const untilAccepted = (id: string) =>
  until(() =>
    queue.add('send', id, {}).then(
      () => true,
      () => false,
    ),
  );
const measureMs = async (work: Promise<unknown>) => {
  const startedAt = performance.now();
  await work.catch(() => undefined);
  return performance.now() - startedAt;
};

test('a missing Redis stops no start; a job is refused in time, and accepted when Redis is there', async () => {
  await openQueue(RedisProcess.create());
  let doneCount = 0;
  startWork(async () => void doneCount++);
  const refusedAdd = queue.add('send', 'early', {});
  expect(await measureMs(refusedAdd)).toBeLessThan(3_500);
  await expect(refusedAdd).rejects.toThrow(Unavailable);
  await expect(queue.readDepth()).rejects.toThrow('Redis is out of reach');
  await redis.start();
  await untilAccepted('late');
  await until(() => doneCount > 0);
  await untilSettled();
  expect(doneCount).toBe(1);
});

describe.each([
  ['has ended', () => redis.end('SIGKILL'), () => redis.start()],
  ['does not answer', () => redis.freeze(), async () => redis.thaw()],
])('while Redis %s', (_, goAway, comeBack) => {
  test('a job is refused in time for every caller; the outage is reported once, and work resumes by itself', async () => {
    await openQueue(RedisProcess.start());
    let doneCount = 0;
    let reportStart = () => {};
    const start = new Promise<void>((resolve) => (reportStart = resolve));
    let allowEnd = () => {};
    const permission = new Promise<void>((resolve) => (allowEnd = resolve));
    startWork(async () => {
      reportStart();
      await permission;
      doneCount++;
    });
    await queue.add('send', 'before', {});
    // Redis assigns the job a moment before the worker knows of it, and could go away in between.
    await start;
    await goAway();
    // Only the first call waits until Redis counts as gone.
    for (const maxMs of [3_500, 100, 100]) {
      const refusedAdd = queue.add('send', 'meanwhile', {});
      expect(await measureMs(refusedAdd)).toBeLessThan(maxMs);
      await expect(refusedAdd).rejects.toThrow(Unavailable);
    }
    await until(() => troubles.length > 0);
    allowEnd();
    await until(() => doneCount === 1);
    await comeBack();
    await untilAccepted('after');
    await until(() => doneCount >= 2);
    await untilSettled();
    await queue.add('send', 'before', {});
    await untilSettled();
    expect(failures).toEqual([]);
    expect(troubles).toHaveLength(1);
  });

  test('workers can stop', async () => {
    await openQueue(RedisProcess.start());
    startWork(async () => {});
    await queue.add('send', 'one', {});
    await untilSettled();
    await goAway();
    stop.abort();
    await working;
    await comeBack();
  });
});

test('a job whose worker disappeared is taken over within ten seconds', async () => {
  await openQueue(RedisProcess.start());
  const otherServer = await connectRedis(redis.url());
  const vanishingQueue = new JobQueueOnRedis(otherServer, () => {});
  const start = new Promise<void>(
    (resolve) =>
      void vanishingQueue.work(
        { send: () => (resolve(), new Promise(() => {})) },
        new AbortController().signal,
      ),
  );
  await queue.add('send', 'one', {});
  await start;
  await vanishingQueue.close();
  otherServer.close();
  let attempt: number | undefined;
  working = queue.work({ send: async (job) => void (attempt = job.attempt) }, stop.signal);
  const startedAt = performance.now();
  await until(() => attempt !== undefined);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(attempt).toBe(2);
});

/** Takes the only job, and is killed. */
async function takeJobAndDie(): Promise<void> {
  const redisServer = await connectRedis(redis.url());
  const killedQueue = new JobQueueOnRedis(redisServer, () => {});
  await new Promise<void>(
    (onTaken) =>
      void killedQueue.work(
        { send: () => (onTaken(), new Promise(() => {})) },
        new AbortController().signal,
      ),
  );
  await killedQueue.close();
  redisServer.close();
}

test('a job whose workers are killed has not failed: a surviving worker has the remaining tries', async () => {
  await openQueue(RedisProcess.start());
  await queue.add('send', 'one', {});
  for (let crashes = 0; crashes < 2; crashes++) await takeJobAndDie();
  startWork(() => Promise.reject(new Error('no answer')));
  await until(() => failures.length === 2, { withinMs: 40_000 });
  expect(failures).toEqual([
    ['send', 3, 'retried'],
    ['send', 4, 'retried'],
  ]);
});

test('a job that no worker survives is given up, and reported', async () => {
  await openQueue(RedisProcess.start());
  await queue.add('send', 'one', {});
  // BullMQ's count of workers lost with the job.
  await server.client.hset(`${queueKey('send')}:${redisJobId('one')}`, 'stc', MAX_ATTEMPTS);
  await takeJobAndDie();
  let takenCount = 0;
  startWork(async () => void takenCount++);
  await until(() => failures.length > 0, { withinMs: 40_000 });
  expect(failures).toEqual([['send', 2, 'failed']]);
  expect(takenCount).toBe(0);
  expect((await queue.readDepth()).failed).toBe(1);
});

test.each([
  [
    'has no memory left',
    ['config', 'set', 'maxmemory', '1'],
    ['config', 'set', 'maxmemory', '0'],
    'OOM',
  ],
  ['has become a replica', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one'], 'READONLY'],
])(
  'a Redis that %s is named, and work resumes by itself',
  async (_, [breaking, ...breakingArgs], [repairing, ...repairingArgs], expectedWord) => {
    await openQueue(RedisProcess.start());
    const done: string[] = [];
    working = queue.work({ send: async ({ id }) => void done.push(id) }, stop.signal);
    await queue.add('send', 'before', {});
    await until(() => done.length > 0);
    await server.client.call(breaking!, ...breakingArgs);
    await expect(queue.add('send', 'meanwhile', {})).rejects.toThrow(expectedWord);
    await until(() =>
      server.client.call(repairing!, ...repairingArgs).then(
        () => true,
        () => false,
      ),
    );
    await untilAccepted('after');
    await until(() => done.includes('after'));
  },
);

test('every accepted job is done, however often Redis is killed or hangs', async () => {
  await openQueue(RedisProcess.start());
  const acceptedJobs = new Set<string>();
  const runsByJob = new Map<string, number>();
  working = queue.work(
    { send: async ({ id }) => void runsByJob.set(id, (runsByJob.get(id) ?? 0) + 1) },
    stop.signal,
  );
  let isAdding = true;
  const adders = [1, 2, 3, 4].map(async (adder) => {
    for (let number = 0; isAdding; number++) {
      const id = `${adder}-${number}`;
      await queue.add('send', id, { adder }).then(
        () => acceptedJobs.add(id),
        (error: unknown) => expect(error).toBeInstanceOf(Unavailable),
      );
      await wait(10);
    }
  });
  for (let times = 0; times < 3; times++) {
    const takenBefore = acceptedJobs.size;
    await until(() => acceptedJobs.size > takenBefore + 50);
    await redis.end('SIGKILL');
    await redis.start();
    await until(() => acceptedJobs.size > takenBefore + 100);
    await redis.freeze();
    await wait(300);
    redis.thaw();
  }
  isAdding = false;
  await Promise.all(adders);
  await until(() => [...acceptedJobs].every((id) => runsByJob.has(id)), {
    withinMs: 20_000,
    what: () => 'all jobs to be done',
  });
  await untilSettled();
  expect(acceptedJobs.size).toBeGreaterThan(300);
});

test('an emptied Redis is another queue', async () => {
  await openQueue(RedisProcess.start());
  const identity = await queue.readIdentity();
  expect(await queue.readIdentity()).toBe(identity);
  await redis.end('SIGKILL');
  await redis.start();
  expect(await until(() => queue.readIdentity().catch(() => undefined))).toBe(identity);
  await server.client.flushall();
  expect(await queue.readIdentity()).not.toBe(identity);
});

test('a Redis that may evict jobs is refused, with the correct setting', async () => {
  redis = await RedisProcess.start(['--maxmemory-policy', 'allkeys-lru']);
  await expect(connectRedis(redis.url())).rejects.toThrow(BadConfig);
  await expect(connectRedis(redis.url())).rejects.toThrow('config set maxmemory-policy noeviction');
});

test('Redis stores a failed job’s error name, without its message', async () => {
  await openQueue(RedisProcess.start());
  const personalText = 'cannot send to +919876543210';
  working = queue.work({ send: () => Promise.reject(new RangeError(personalText)) }, stop.signal);
  await queue.add('send', 'one', {});
  await until(() => failures.length > 0);
  const dumps: unknown[] = [];
  for (const key of await server.client.keys('*')) dumps.push(await server.client.dump(key));
  expect(dumps.map(String).join()).not.toContain('+919876543210');
});
