import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { openSecretsFile } from '../secret-store/secrets-file.js';
import { ClockInMemory } from '../testing/clock-in-memory.js';
import { folders } from '../testing/folders.js';
import { jobQueueContract } from './job-queue.contract.js';
import { JobQueueOnSqlite } from './job-queue-on-sqlite.js';

const folder = folders();
const paths = new WeakMap<object, string>();

async function open(clock: ClockInMemory, path = join(folder(), 'secrets.sqlite')) {
  const queue = new JobQueueOnSqlite(openSecretsFile(path), clock, () => {});
  paths.set(queue, path);
  return queue;
}

jobQueueContract(open, async (queue, clock) => {
  await queue.close();
  return open(clock, paths.get(queue));
});

test('each attempt that fails is told, the last as the last', async () => {
  const told: [attempt: number, error: unknown, last: boolean][] = [];
  const file = openSecretsFile(join(folder(), 'secrets.sqlite'));
  const done = new AbortController();
  const queue = new JobQueueOnSqlite(file, new ClockInMemory(), ({ attempt }, error, last) => {
    told.push([attempt, error, last]);
    if (last) done.abort();
  });
  await queue.add('send', 'hopeless', {});
  await queue.work({ send: () => Promise.reject('no answer') }, done.signal);
  expect(told).toEqual([1, 2, 3, 4, 5].map((attempt) => [attempt, 'no answer', attempt === 5]));
  await queue.close();
});

test('a job that ends while nothing can be written is done as soon as it can', async () => {
  const file = openSecretsFile(join(folder(), 'secrets.sqlite'));
  const writable = (may: boolean) => file.writer(`PRAGMA query_only = ${may ? 'OFF' : 'ON'}`)();
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
        writable(false);
      },
    },
    stop.signal,
  );
  while (Date.parse(clock.now()) - Date.parse(begun) < 3_000) await new Promise(setImmediate);
  expect(await queue.depth()).toEqual({ waiting: 0, delayed: 0, active: 1, failed: 0 });
  writable(true);
  while ((await queue.depth()).active > 0) await new Promise(setImmediate);
  expect(attempts).toBe(1);
  stop.abort();
  await working;
  await queue.close();
});
