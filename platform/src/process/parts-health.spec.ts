import { expect, test } from '@jest/globals';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { Unavailable } from '../common/unavailable.js';
import { canServe, PartsHealth } from './parts-health.js';

const failing = (error: Error) => ({ depth: () => Promise.reject(error) }) as never;

test('nothing is down where everything answers', async () => {
  expect(
    await new PartsHealth({
      log: new EventLogInMemory(),
      keys: new KeyStoreInMemory(),
    }).getOutages(),
  ).toEqual({});
});

test('what is down is named, in the words of who knows; what is unforeseen keeps its words to itself', async () => {
  const log = new EventLogInMemory();
  expect(
    await new PartsHealth({
      log,
      jobs: failing(new Unavailable('Redis is out of reach')),
    }).getOutages(),
  ).toEqual({ jobs: 'Redis is out of reach' });
  expect(
    await new PartsHealth({
      log,
      jobs: failing(new TypeError('redis://:secret@queue')),
    }).getOutages(),
  ).toEqual({ jobs: 'it failed (TypeError)' });
});

test('what does not answer in time is down', async () => {
  const hanging = { head: () => new Promise<string>(() => {}) } as never;
  expect(await new PartsHealth({ log: hanging }).getOutages()).toEqual({
    'event log': expect.stringContaining('no answer within'),
  });
});

test('however many ask at once, each part is asked once', async () => {
  let asked = 0;
  const health = new PartsHealth({ log: { head: async () => `${++asked}` } as never });
  await Promise.all(Array.from({ length: 20 }, () => health.getOutages()));
  expect(asked).toBe(1);
});

test('people can be sent where jobs or files are down, and not where log, keys, secrets, views or the disk’s space are', () => {
  expect(canServe({ jobs: 'away', files: 'away' })).toBe(true);
  for (const name of ['event log', 'keys', 'secrets', 'views', 'disk'])
    expect(canServe({ [name]: 'away' })).toBe(false);
});
