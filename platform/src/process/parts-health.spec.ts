import { expect, test } from '@jest/globals';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { Unavailable } from '../common/unavailable.js';
import { canServe, PartsHealth } from './parts-health.js';

const failing = (error: Error) => ({ readDepth: () => Promise.reject(error) }) as never;

test('nothing is down if all parts answer', async () => {
  expect(
    await new PartsHealth({
      log: new EventLogInMemory(),
      keys: new KeyStoreInMemory(),
    }).getOutages(),
  ).toEqual({});
});

test('a part that is down is named with its message; unexpected errors keep theirs private', async () => {
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

test('every watched part is up or not, and others are not named', async () => {
  const jobs = failing(new Unavailable('Redis is out of reach'));
  expect(await new PartsHealth({ log: new EventLogInMemory(), jobs }).readStates()).toEqual({
    'event log': 1,
    jobs: 0,
  });
});

test('a part that does not answer in time is down', async () => {
  const hanging = { readLastPosition: () => new Promise<string>(() => {}) } as never;
  expect(await new PartsHealth({ log: hanging }).getOutages()).toEqual({
    'event log': expect.stringContaining('no answer within'),
  });
});

test('simultaneous checks ask each part once', async () => {
  let asks = 0;
  const health = new PartsHealth({ log: { readLastPosition: async () => `${++asks}` } as never });
  await Promise.all(Array.from({ length: 20 }, () => health.getOutages()));
  expect(asks).toBe(1);
});

test('requests can be routed here while jobs or files are down, but not log, keys, secrets, views or disk space', () => {
  expect(canServe({ jobs: 'away', files: 'away' })).toBe(true);
  for (const name of ['event log', 'keys', 'secrets', 'views', 'disk'])
    expect(canServe({ [name]: 'away' })).toBe(false);
});
