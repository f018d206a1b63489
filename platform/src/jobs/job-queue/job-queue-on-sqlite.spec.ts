import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { folders } from '../../testing/folders.js';
import { jobQueueContract } from './job-queue.contract.js';
import { type FailureOutcome, MAX_ATTEMPTS } from './attempts.js';
import { JobQueueOnSqlite } from './job-queue-on-sqlite.js';

const createFolder = folders();
const paths = new WeakMap<object, string>();

async function open(clock: ClockInMemory, path = join(createFolder(), 'secrets.sqlite')) {
  const queue = new JobQueueOnSqlite(openSecretsFile(path), clock, () => {});
  paths.set(queue, path);
  return queue;
}

jobQueueContract(open, async (queue, clock) => {
  await queue.close();
  return open(clock, paths.get(queue));
});

test('each failed attempt is reported, the last one as the failure of the job', async () => {
  const reported: [attempt: number, error: unknown, outcome: FailureOutcome][] = [];
  const file = openSecretsFile(join(createFolder(), 'secrets.sqlite'));
  const done = new AbortController();
  const queue = new JobQueueOnSqlite(file, new ClockInMemory(), ({ attempt }, error, outcome) => {
    reported.push([attempt, error, outcome]);
    if (outcome === 'failed') done.abort();
  });
  await queue.add('send', 'hopeless', {});
  await queue.work({ send: () => Promise.reject('no answer') }, done.signal);
  expect(reported).toEqual(
    Array.from({ length: MAX_ATTEMPTS }, (_, index) => [
      index + 1,
      'no answer',
      index + 1 === MAX_ATTEMPTS ? 'failed' : 'retried',
    ]),
  );
  await queue.close();
});

test('a job that ends while writing is impossible is completed as soon as possible', async () => {
  const file = openSecretsFile(join(createFolder(), 'secrets.sqlite'));
  const allowWrites = (isAllowed: boolean) =>
    file.writer(`PRAGMA query_only = ${isAllowed ? 'OFF' : 'ON'}`)();
  const clock = new ClockInMemory();
  const begun = clock.now();
  const stop = new AbortController();
  const queue = new JobQueueOnSqlite(file, clock, () => {});
  await queue.add('send', 'one', {});
  let attempts = 0;
  const working = queue.work(
    {
      send: async () => {
        attempts++;
        allowWrites(false);
      },
    },
    stop.signal,
  );
  while (Date.parse(clock.now()) - Date.parse(begun) < 3_000) await new Promise(setImmediate);
  expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 1, failed: 0 });
  allowWrites(true);
  while ((await queue.readDepth()).active > 0) await new Promise(setImmediate);
  expect(attempts).toBe(1);
  stop.abort();
  await working;
  await queue.close();
});

test('a job whose worker is killed repeatedly has not failed: a surviving worker completes it', async () => {
  const path = join(createFolder(), 'secrets.sqlite');
  let queue = await open(new ClockInMemory(), path);
  await queue.add('send', 'one', {});
  for (let crashes = 0; crashes < 10; crashes++) {
    await new Promise<void>((begun) => {
      queue
        .work({ send: () => (begun(), new Promise(() => {})) }, new AbortController().signal)
        .catch(() => undefined);
    });
    await queue.close();
    queue = await open(new ClockInMemory(), path);
  }
  const stop = new AbortController();
  const attempts: number[] = [];
  await queue.work(
    {
      send: async ({ attempt }) => {
        attempts.push(attempt);
        if (attempts.length < 5) throw new Error('not yet');
        stop.abort();
      },
    },
    stop.signal,
  );
  expect(attempts).toEqual([11, 12, 13, 14, 15]);
  expect(await queue.readDepth()).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 0 });
  await queue.close();
});

test('a job that no worker survives is given up at the next start, and reported', async () => {
  const path = join(createFolder(), 'secrets.sqlite');
  const reported: [id: string, attempt: number, outcome: FailureOutcome][] = [];
  const start = () =>
    new JobQueueOnSqlite(
      openSecretsFile(path),
      new ClockInMemory(),
      ({ id, attempt }, _, outcome) => reported.push([id, attempt, outcome]),
    );
  let queue = start();
  await queue.add('send', 'one', {});
  for (let crashes = 0; crashes < MAX_ATTEMPTS; crashes++) {
    expect(reported).toEqual([]);
    await new Promise<void>((begun) => {
      queue
        .work({ send: () => (begun(), new Promise(() => {})) }, new AbortController().signal)
        .catch(() => undefined);
    });
    await queue.close();
    queue = start();
  }
  const stop = new AbortController();
  await queue.add('other', 'two', {});
  await queue.work(
    { send: () => Promise.reject('taken again'), other: async () => stop.abort() },
    stop.signal,
  );
  expect(reported).toEqual([['one', MAX_ATTEMPTS, 'failed']]);
  expect((await queue.readDepth()).failed).toBe(1);
  await queue.close();
});

test('a job added while the clock was ahead runs when the clock is corrected, not a day later', async () => {
  const clock = new ClockInMemory();
  const clockOneDayAhead = {
    now: () => new Date(Date.parse(clock.now()) + 86_400_000).toISOString(),
    pause: clock.pause,
  };
  const path = join(createFolder(), 'secrets.sqlite');
  const before = new JobQueueOnSqlite(openSecretsFile(path), clockOneDayAhead, () => {});
  await before.add('send', 'one', {});
  await before.close();
  const queue = await open(clock, path);
  expect((await queue.readDepth()).waiting).toBe(1);
  const stop = new AbortController();
  await queue.work({ send: async () => stop.abort() }, stop.signal);
  await queue.close();
});
