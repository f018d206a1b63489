import { BadConfig } from '#platform/common/config/config.js';
import { MAX_ATTEMPTS } from '#platform/jobs/job-queue/attempts.js';
import {
  JobQueueOnRedis,
  queueKey,
  redisJobId,
} from '#platform/jobs/job-queue/job-queue-on-redis.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../acceptance/product/until.js';
import { RedisProcess } from '../../servers/programs/redis-process.js';

let redis: RedisProcess;
let server: RedisServer;
let queue: JobQueueOnRedis;
let troubles: string[];
let stop: AbortController;
let working: Promise<void> | undefined;
const failed: [name: string, attempt: number, last: boolean][] = [];

beforeEach(() => {
  [troubles, failed.length, stop, working] = [[], 0, new AbortController(), undefined];
});
afterEach(async () => {
  stop.abort();
  await working;
  await queue?.close();
  server?.close();
  await redis.dispose();
});

async function open(on: Promise<RedisProcess>): Promise<void> {
  redis = await on;
  server = await connectRedis(redis.url(), ({ message }) => void troubles.push(message));
  queue = new JobQueueOnRedis(server, ({ name, attempt }, _, last) =>
    failed.push([name, attempt, last]),
  );
}
function work(handler: () => Promise<void>) {
  working = queue.work({ send: handler }, stop.signal);
}
const untilSettled = () =>
  until(async () => {
    const { waiting, delayed, active } = await queue
      .depth()
      .catch(() => ({ waiting: 1, delayed: 0, active: 0 }));
    return waiting + delayed + active === 0;
  });
const milliseconds = async (doing: Promise<unknown>) => {
  const since = performance.now();
  await doing.catch(() => undefined);
  return performance.now() - since;
};

test('a missing Redis stops no start; a job is refused in time, and accepted when Redis is there', async () => {
  await open(RedisProcess.create());
  let done = 0;
  work(async () => void done++);
  const refused = queue.add('send', 'early', {});
  expect(await milliseconds(refused)).toBeLessThan(3_500);
  await expect(refused).rejects.toThrow(Unavailable);
  await expect(queue.depth()).rejects.toThrow('Redis is out of reach');
  await redis.start();
  await until(() =>
    queue.add('send', 'late', {}).then(
      () => true,
      () => false,
    ),
  );
  await until(() => done > 0);
  await untilSettled();
  expect(done).toBe(1);
});

describe.each([
  ['has ended', () => redis.end('SIGKILL'), () => redis.start()],
  ['does not answer', () => redis.freeze(), async () => redis.thaw()],
])('while Redis %s', (_, goAway, comeBack) => {
  test('a job is refused in time for every caller; the outage is reported once, and work resumes by itself', async () => {
    await open(RedisProcess.start());
    const done: number[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begins = () => {};
    // Redis assigns the job a moment before the worker knows of it, and could go away in between.
    const begun = new Promise<void>((resolve) => (begins = resolve));
    work(async () => {
      begins();
      await held;
      done.push(1);
    });
    await queue.add('send', 'before', {});
    await begun;
    await goAway();
    for (const longest of [3_500, 100, 100]) {
      const refused = queue.add('send', 'meanwhile', {});
      expect(await milliseconds(refused)).toBeLessThan(longest);
      await expect(refused).rejects.toThrow(Unavailable);
    }
    await until(() => troubles.length > 0);
    release();
    await until(() => done.length === 1);
    await comeBack();
    await until(() =>
      queue.add('send', 'after', {}).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.length >= 2);
    await untilSettled();
    await queue.add('send', 'before', {});
    await untilSettled();
    expect(failed).toEqual([]);
    expect(troubles).toHaveLength(1);
  });

  test('workers can stop', async () => {
    await open(RedisProcess.start());
    work(async () => {});
    await queue.add('send', 'one', {});
    await untilSettled();
    await goAway();
    stop.abort();
    await working;
    await comeBack();
  });
});

test('a job whose worker disappeared is taken over within ten seconds', async () => {
  await open(RedisProcess.start());
  const away = await connectRedis(redis.url());
  const gone = new JobQueueOnRedis(away, () => {});
  const begun = new Promise<void>(
    (resolve) =>
      void gone.work(
        { send: () => (resolve(), new Promise(() => {})) },
        new AbortController().signal,
      ),
  );
  await queue.add('send', 'one', {});
  await begun;
  await gone.close();
  away.close();
  let attempt: number | undefined;
  working = queue.work({ send: async (job) => void (attempt = job.attempt) }, stop.signal);
  const since = performance.now();
  await until(() => attempt !== undefined);
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(attempt).toBe(2);
});

/** Takes the only job, and is killed. */
async function takeJobAndDie(): Promise<void> {
  const connected = await connectRedis(redis.url());
  const killed = new JobQueueOnRedis(connected, () => {});
  await new Promise<void>(
    (taken) =>
      void killed.work(
        { send: () => (taken(), new Promise(() => {})) },
        new AbortController().signal,
      ),
  );
  await killed.close();
  connected.close();
}

test('a job whose workers are killed has not failed: a surviving worker has the remaining tries', async () => {
  await open(RedisProcess.start());
  await queue.add('send', 'one', {});
  for (let crashes = 0; crashes < 2; crashes++) await takeJobAndDie();
  work(() => Promise.reject(new Error('no answer')));
  await until(() => failed.length === 2, { withinMs: 40_000 });
  expect(failed).toEqual([
    ['send', 3, false],
    ['send', 4, false],
  ]);
});

test('a job that no worker survives is given up, and reported', async () => {
  await open(RedisProcess.start());
  await queue.add('send', 'one', {});
  // BullMQ's count of workers lost with the job.
  await server.client.hset(`${queueKey('send')}:${redisJobId('one')}`, 'stc', MAX_ATTEMPTS);
  await takeJobAndDie();
  let taken = 0;
  work(async () => void taken++);
  await until(() => failed.length > 0, { withinMs: 40_000 });
  expect(failed).toEqual([['send', 2, true]]);
  expect(taken).toBe(0);
  expect((await queue.depth()).failed).toBe(1);
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
  async (_, [bad, ...how], [good, ...back], name) => {
    await open(RedisProcess.start());
    const done: string[] = [];
    working = queue.work({ send: async ({ id }) => void done.push(id) }, stop.signal);
    await queue.add('send', 'before', {});
    await until(() => done.length > 0);
    await server.client.call(bad!, ...how);
    await expect(queue.add('send', 'meanwhile', {})).rejects.toThrow(name);
    await until(() =>
      server.client.call(good!, ...back).then(
        () => true,
        () => false,
      ),
    );
    await until(() =>
      queue.add('send', 'after', {}).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.includes('after'));
  },
);

test('every accepted job is done, however often Redis is killed or hangs', async () => {
  await open(RedisProcess.start());
  const taken = new Set<string>();
  const done = new Map<string, number>();
  working = queue.work(
    { send: async ({ id }) => void done.set(id, (done.get(id) ?? 0) + 1) },
    stop.signal,
  );
  let adding = true;
  const adders = [1, 2, 3, 4].map(async (adder) => {
    for (let number = 0; adding; number++) {
      const id = `${adder}-${number}`;
      await queue.add('send', id, { adder }).then(
        () => taken.add(id),
        (error: unknown) => expect(error).toBeInstanceOf(Unavailable),
      );
      await pause(10);
    }
  });
  for (let times = 0; times < 3; times++) {
    const before = taken.size;
    await until(() => taken.size > before + 50);
    await redis.end('SIGKILL');
    await redis.start();
    await until(() => taken.size > before + 100);
    await redis.freeze();
    await pause(300);
    redis.thaw();
  }
  adding = false;
  await Promise.all(adders);
  await until(() => [...taken].every((id) => done.has(id)), {
    withinMs: 20_000,
    what: () => 'all jobs to be done',
  });
  await untilSettled();
  expect(taken.size).toBeGreaterThan(300);
});

test('an emptied Redis is another queue', async () => {
  await open(RedisProcess.start());
  const identity = await queue.identity();
  expect(await queue.identity()).toBe(identity);
  await redis.end('SIGKILL');
  await redis.start();
  expect(await until(() => queue.identity().catch(() => undefined))).toBe(identity);
  await server.client.flushall();
  expect(await queue.identity()).not.toBe(identity);
});

test('a Redis that may evict jobs is refused, with the correct setting', async () => {
  redis = await RedisProcess.start(['--maxmemory-policy', 'allkeys-lru']);
  await expect(connectRedis(redis.url())).rejects.toThrow(BadConfig);
  await expect(connectRedis(redis.url())).rejects.toThrow('config set maxmemory-policy noeviction');
});

test('Redis stores a failed job’s error name, without its message', async () => {
  await open(RedisProcess.start());
  const personal = 'cannot send to +919876543210';
  working = queue.work({ send: () => Promise.reject(new RangeError(personal)) }, stop.signal);
  await queue.add('send', 'one', {});
  await until(() => failed.length > 0);
  const everything: unknown[] = [];
  for (const key of await server.client.keys('*')) everything.push(await server.client.dump(key));
  expect(everything.map(String).join()).not.toContain('+919876543210');
});
