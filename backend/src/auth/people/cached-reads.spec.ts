import { Unavailable } from '#platform/common/unavailable.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import {
  type Metadata,
  type Position,
  type RecordedEvent,
  NO_STREAM,
} from '#platform/event-log/event-log.js';
import { CachedReads } from './cached-reads.js';

/** Log that counts its reads, and can be unavailable, slow, or silent to its subscribers. */
class ServerLog extends EventLogInMemory {
  reads = 0;
  isUnavailable = false;
  /** Reads are answered after this promise. */
  answersAfter: Promise<void> = Promise.resolve();
  /** Batches are delivered after this promise. */
  deliversAfter: Promise<void> = Promise.resolve();

  override async read<Event extends { type: string; data: object }>(stream: string, from?: number) {
    this.reads++;
    if (this.isUnavailable) throw new Unavailable('away');
    const events = await super.read(stream, from);
    await this.answersAfter;
    return events as unknown as RecordedEvent<Event>[];
  }

  override async readLastPosition() {
    if (this.isUnavailable) throw new Unavailable('away');
    return super.readLastPosition();
  }

  override async *subscribe(after: Position, signal: AbortSignal) {
    for await (const batch of super.subscribe(after, signal)) {
      await this.deliversAfter;
      yield batch;
    }
  }
}

const createEvent = (type: string) => ({ type, data: {}, metadata: { eventId: type } as Metadata });
const never = new Promise<void>(() => {});

let server: ServerLog;
/** Log of another process on the same events. */
let otherLog: EventLogInMemory;
let cached: CachedReads;
let now: number;
beforeEach(async () => {
  server = new ServerLog();
  otherLog = new EventLogInMemory(server.events);
  await otherLog.append('a', NO_STREAM, [createEvent('First')]);
  now = 0;
  cached = new CachedReads({
    log: server,
    clock: new ClockInMemory(),
    onTrouble: () => {},
    time: () => now,
  });
  await cached.start();
  await new Promise(setImmediate); // Lets the cache ask for the log's end for the first time.
});
afterEach(() => {
  // Not awaited, because a silenced subscription does not end.
  void cached.stop();
});

const readTypes = async (stream: string, from?: number) =>
  (await cached.read(stream, from)).map(({ type }) => type);
async function until(isMet: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isMet())) await new Promise(setImmediate);
}

/** Whether the cache answers again, so that a read does not reach the log. */
async function isServing(): Promise<boolean> {
  await cached.read('b');
  const { reads } = server;
  await cached.read('b');
  return server.reads === reads;
}

test('a read result is reused while nothing happens, even if empty or missing', async () => {
  for (let time = 0; time < 3; time++) {
    expect(await readTypes('a')).toEqual(['First']);
    expect(await readTypes('b')).toEqual([]);
  }
  expect(await readTypes('a', 1)).toEqual([]);
  expect(server.reads).toBe(2);
});

test('a delivered event updates the cache, including the first of its stream', async () => {
  await Promise.all([readTypes('a', 1), readTypes('b')]);
  await otherLog.append('a', 0, [createEvent('Second')]);
  const { position } = await otherLog.append('b', NO_STREAM, [createEvent('Begun')]);
  await until(() => cached.covers(position));
  expect(await readTypes('a', 1)).toEqual(['Second']);
  expect(await readTypes('b')).toEqual(['Begun']);
});

test('an event delivered during a read is not lost behind the older answer', async () => {
  let release = () => {};
  server.answersAfter = new Promise((resolve) => (release = resolve));
  const early = readTypes('a', 1);
  await until(() => server.reads === 1);
  const { position } = await otherLog.append('a', 0, [createEvent('Second')]);
  await until(() => cached.covers(position));
  release();
  expect(await early).toEqual([]);
  expect(await readTypes('a', 1)).toEqual(['Second']);
});

test('while the subscription lags and the log answers, the log is read', async () => {
  await readTypes('a', 1);
  server.deliversAfter = never;
  await otherLog.append('a', 0, [createEvent('Second')]);
  now += 2_000;
  await until(async () => (await readTypes('a', 1)).length === 1);
  expect(cached.isLogUnavailable()).toBe(false);
});

test('while the log is unavailable, cached streams are served for a minute, and reported as such', async () => {
  await readTypes('a');
  server.isUnavailable = true;
  expect([await readTypes('a'), cached.isLogUnavailable()]).toEqual([['First'], false]);
  now += 59_000;
  expect([await readTypes('a'), cached.isLogUnavailable()]).toEqual([['First'], true]);
  await expect(readTypes('b')).rejects.toThrow(Unavailable);
  now += 1_000;
  await expect(readTypes('a')).rejects.toThrow(Unavailable);
  expect(cached.isLogUnavailable()).toBe(false);

  server.isUnavailable = false;
  const { position } = await otherLog.append('a', 0, [createEvent('Second')]);
  await until(() => cached.covers(position));
  expect(await readTypes('a')).toEqual(['First', 'Second']);
});

test('a failed read removes nothing from the cache', async () => {
  await readTypes('a', 1);
  server.isUnavailable = true;
  await expect(readTypes('a')).rejects.toThrow(Unavailable);
  expect(await readTypes('a', 1)).toEqual([]);
});

test.each([0, 61_000])(
  'reads that failed at the same time, %s ms after the log went away, leave none behind',
  async (outageMs) => {
    await readTypes('a', 1);
    server.isUnavailable = true;
    now += outageMs;
    for (const read of [readTypes('a'), readTypes('a')])
      await expect(read).rejects.toThrow(Unavailable);
    server.isUnavailable = false;
    await until(isServing);
    expect(await readTypes('a')).toEqual(['First']);
  },
);

test('the cache has a maximum size', async () => {
  for (let stream = 0; stream <= 20_000; stream++) await cached.read(`s${stream}`);
  await cached.read('s20000');
  expect(server.reads).toBe(20_001);
  await cached.read('s0');
  expect(server.reads).toBe(20_002);
});
