import { Unavailable } from '#platform/common/unavailable.js';
import { BadConfig } from '#platform/common/config/config.js';
import { canonical } from '#platform/event-log/canonical.js';
import {
  EventLogOnEventStore,
  type EventStoreOptions,
} from '#platform/event-log/event-log-on-eventstore.js';
import {
  type EventLog,
  type Metadata,
  type RecordedEvent,
  RevisionConflict,
  UnreadableLog,
  BEFORE_ALL,
  MAX_BATCH_EVENTS,
  NO_STREAM,
} from '#platform/event-log/event-log.js';
import { folders } from '#platform/testing/folders.js';
import { EventStoreDBClient, MaxAppendSizeExceededError, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '../../acceptance/product/until.js';
import { EventStoreProcess } from '../../servers/event-store-stand-in/event-store-process.js';
import { EventStoreStandIn } from '../../servers/event-store-stand-in/event-store-stand-in.js';

const folder = folders();
const closables: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const closable of closables.splice(0).reverse()) await closable.close();
});

async function startStandIn(path = join(folder(), 'log.jsonl')) {
  const standIn = await EventStoreStandIn.start(path);
  closables.push({ close: () => standIn.stop() });
  return standIn;
}

/** Short deadlines for calls that are never answered; all others allow for a busy machine. */
const shortDeadlines: EventStoreOptions = { deadlineMs: 200, maxAttempts: 20 };
const troubles: string[] = [];
function logOn({ url }: { readonly url: string }, options: EventStoreOptions = {}) {
  troubles.length = 0;
  const log = EventLogOnEventStore.open(url, {
    deadlineMs: 15_000,
    pollMs: 100,
    onTrouble: (error) => troubles.push((error as Error).message),
    ...options,
  });
  closables.push(log);
  return log;
}

const noteEvent = (eventId: string, data: object = {}) => ({
  type: 'Noted',
  data,
  metadata: { eventId } as Metadata,
});
const idsOf = (events: readonly RecordedEvent[]) => events.map((event) => event.metadata.eventId);
const readIds = async (log: EventLog) => idsOf(await log.readAll(BEFORE_ALL, 9_999));

/** Subscribes from the beginning until the spec ends. */
function listenTo(log: EventLog) {
  const received: string[] = [];
  const unsubscribed = new AbortController();
  const listening = (async () => {
    for await (const batch of log.subscribe(BEFORE_ALL, unsubscribed.signal))
      received.push(...idsOf(batch));
  })();
  closables.push({
    close: async () => {
      unsubscribed.abort();
      await listening.catch(() => {});
    },
  });
  return { received, listening };
}

async function appendOneByOne(
  log: EventLog,
  stream: string,
  count: number,
  betweenAppends: (number: number) => Promise<void> | void = () => {},
) {
  for (let number = 0; number < count; number++) {
    await log.append(stream, number - 1, [noteEvent(`${stream} ${number}`)]);
    await betweenAppends(number);
  }
}

const untilReceived = (received: readonly string[], count: number) =>
  until(() => received.length >= count, {
    what: () => `${count} events; there are ${received.length}`,
  });

test('a server that does not list its capabilities can be used', async () => {
  const standIn = await startStandIn();
  standIn.faults.failCapabilities = 1_000;
  const log = logOn(standIn);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  expect(await readIds(log)).toEqual(['1']);
});

test('an unanswered append is sent again, and stored once', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, shortDeadlines);
  standIn.faults.hangAppends = 1;
  const { revision } = await log.append('a', NO_STREAM, [noteEvent('1')]);
  expect(revision).toBe(0);
  expect(troubles).toContain('no answer in 200 ms');
  expect(await readIds(log)).toEqual(['1']);
});

test('an append that was stored but not answered is sent again with the same event ids, and answered with its place', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, shortDeadlines);
  const otherLog = logOn(standIn);
  standIn.faults.commitSilently = 1;
  const appended = log.append('a', NO_STREAM, [noteEvent('1'), noteEvent('2')]);
  await until(() => standIn.store.findStream('a')?.length === 2);
  await otherLog.append('a', 1, [noteEvent('3')]); // The stream has grown before the repetition.
  const place = await appended;
  expect(place).toEqual({ revision: 1, position: (await log.read('a'))[1]!.position });
  expect(await readIds(log)).toEqual(['1', '2', '3']);
});

test('an append that is never answered is given up in time, and can be retried', async () => {
  const standIn = await startStandIn();
  const hurriedLog = logOn(standIn, { deadlineMs: 50 });
  standIn.faults.hangAppends = 1_000;
  const error = await hurriedLog
    .append('a', NO_STREAM, [noteEvent('1')])
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).toHaveProperty('message', 'The log cannot be written: its server does not answer');
  standIn.faults.hangAppends = 0;
  const log = logOn(standIn);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  expect(await readIds(log)).toEqual(['1']);
});

test('appends beside an unanswered one are each stored once', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, shortDeadlines);
  standIn.faults.hangAppends = 1;
  standIn.faults.commitSilently = 1;
  await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      log.append(`s-${number}`, NO_STREAM, [noteEvent(String(number))]),
    ),
  );
  expect((await readIds(log)).sort()).toEqual(
    Array.from({ length: 40 }, (_, number) => String(number)).sort(),
  );
});

test('an unanswered read is repeated', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, shortDeadlines);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  standIn.faults.hangReads = 1;
  expect(idsOf(await log.read('a'))).toEqual(['1']);
  standIn.faults.hangReads = 1;
  expect(await readIds(log)).toEqual(['1']);
});

test('subscriptions that end silently resume without loss or duplicates', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const { received } = listenTo(log);
  await appendOneByOne(log, 'a', 40, async (number) => {
    if (number % 8 !== 0) return;
    await until(() => standIn.subscriptions > 0);
    standIn.endSubscriptions();
  });
  await untilReceived(received, 40);
  expect(received).toEqual(await readIds(log));
  expect(troubles).toContain('the server ended the subscription');
});

test('an open subscription that falls silent is soon renewed, and events meanwhile are read', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const { received } = listenTo(log);
  await appendOneByOne(log, 'a', 2);
  await untilReceived(received, 2);
  standIn.mute();
  await log.append('b', NO_STREAM, [noteEvent('after')]);
  await untilReceived(received, 3);
  expect(received).toEqual(await readIds(log));
  await until(() => standIn.subscriptions === 1 && standIn.mutedCount === 0);
  expect(troubles).toEqual([]);
});

test('a subscription that is accepted and never confirmed is renewed, and events meanwhile are read', async () => {
  const standIn = await startStandIn();
  standIn.faults.hangSubscriptions = 2;
  const log = logOn(standIn);
  const { received } = listenTo(log);
  await until(() => standIn.faults.hangSubscriptions === 1);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  await untilReceived(received, 1);
  for (let number = 0; standIn.subscriptions === 0; number++) {
    await log.append('b', number - 1, [noteEvent(`b ${number}`)]);
    await untilReceived(received, number + 2);
  }
  expect(received).toEqual(await readIds(log));
});

test('an event that is delivered repeatedly is passed on once', async () => {
  const standIn = await startStandIn();
  standIn.faults.doubleDeliveries = true;
  const log = logOn(standIn);
  const { received } = listenTo(log);
  await until(() => standIn.subscriptions > 0);
  await appendOneByOne(log, 'a', 20);
  await untilReceived(received, 20);
  await log.append('b', NO_STREAM, [noteEvent('last')]);
  await untilReceived(received, 21);
  expect(received).toEqual(await readIds(log));
});

test('a server that is away is reported without waiting for a deadline, and subscribers continue when it is back', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const { received } = listenTo(log);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  await untilReceived(received, 1);
  standIn.faults.refuse = true;
  standIn.endSubscriptions();
  await expect(log.append('b', NO_STREAM, [noteEvent('2')])).rejects.toThrow(
    'The log cannot be written: its server is away',
  );
  await expect(log.read('a')).rejects.toThrow(Unavailable);
  standIn.faults.refuse = false;
  await log.append('b', NO_STREAM, [noteEvent('2')]);
  await untilReceived(received, 2);
  expect(received).toEqual(['1', '2']);
});

test('a subscriber that lags when the server goes away waits for its return', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  standIn.faults.refuse = true;
  const { received } = listenTo(log);
  await until(() => troubles.length > 0);
  standIn.faults.refuse = false;
  await untilReceived(received, 1);
});

test('a full disk is reported, and writing works again when there is space', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  standIn.faults.diskFull = true;
  await expect(log.append('a', NO_STREAM, [noteEvent('1')])).rejects.toThrow(
    'The log cannot be written: There is not enough space on the disk',
  );
  standIn.faults.diskFull = false;
  await log.append('a', NO_STREAM, [noteEvent('1')]);
});

test('a server that is killed repeatedly has acknowledged events exactly once, and no subscriber misses any', async () => {
  const server = await EventStoreProcess.start(join(folder(), 'log.jsonl'));
  closables.push({ close: () => server.kill() });
  const log = logOn(server);
  const { received } = listenTo(log);
  let isOver = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const writtenIds: string[] = [];
    for (let number = 0; !isOver;) {
      const id = `${writer} ${number}`;
      try {
        await log.append(`s-${writer}`, number - 1, [noteEvent(id)]);
        writtenIds.push(id);
        number++;
      } catch (error) {
        expect(error).toBeInstanceOf(Unavailable);
      }
    }
    return writtenIds;
  });
  for (let kills = 0; kills < 3; kills++) {
    await untilReceived(received, received.length + 100);
    await server.restart();
  }
  await untilReceived(received, received.length + 100);
  isOver = true;
  const acknowledged = (await Promise.all(writers)).flat();
  const storedIds = await readIds(log);
  expect([...storedIds].sort()).toEqual(acknowledged.sort());
  await untilReceived(received, storedIds.length);
  expect(received).toEqual(storedIds);
});

test('a frozen server is given up in time, and its late effects are not duplicated', async () => {
  const server = await EventStoreProcess.start(join(folder(), 'log.jsonl'));
  closables.push({ close: () => server.kill() });
  const log = logOn(server, { deadlineMs: 500, maxAttempts: 2 });
  const { received } = listenTo(log);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  await untilReceived(received, 1);
  await server.freeze();
  await expect(log.append('a', 0, [noteEvent('2')])).rejects.toThrow(Unavailable);
  await expect(log.read('a')).rejects.toThrow(Unavailable);
  server.thaw();
  await until(() =>
    log.append('a', 0, [noteEvent('2')]).then(
      () => true,
      () => false,
    ),
  );
  await log.append('a', 1, [noteEvent('3')]);
  await untilReceived(received, 3);
  expect(received).toEqual(['1', '2', '3']);
  expect(await readIds(log)).toEqual(received);
});

test('a log whose server dies does not affect another log’s appends in the same process', async () => {
  const killedServer = await EventStoreProcess.start(join(folder(), 'log.jsonl'));
  closables.push({ close: () => killedServer.kill() });
  const standIn = await startStandIn();
  const troubles: unknown[] = [];
  const [logOfKilled, log] = [
    logOn(killedServer),
    logOn(standIn, { onTrouble: (error) => troubles.push(error) }),
  ];
  await Promise.all([
    logOfKilled.append('a', NO_STREAM, [noteEvent('1')]),
    log.append('a', NO_STREAM, [noteEvent('1')]),
  ]);
  standIn.faults.delayMs = 100;
  await killedServer.setFaults({ hangAppends: 1 });
  const lostAppend = logOfKilled
    .append('b', NO_STREAM, [noteEvent('2')])
    .catch((error: unknown) => error);
  const inFlight = Array.from({ length: 20 }, (_, number) =>
    log.append(`s-${number}`, NO_STREAM, [noteEvent(String(number))]),
  );
  await killedServer.kill();
  await Promise.all(inFlight);
  expect(await lostAppend).toBeInstanceOf(Unavailable);
  expect(troubles).toEqual([]);
});

test('the server refuses appends over 1 MiB, and none over 900 kB are sent', async () => {
  const standIn = await startStandIn();
  const client = EventStoreDBClient.connectionString(standIn.url);
  const large = jsonEvent({ type: 'Noted', data: { text: 'x'.repeat(1024 * 1024) } });
  await expect(client.appendToStream('a', large)).rejects.toThrow(MaxAppendSizeExceededError);
  await client.dispose();
  const log = logOn(standIn);
  const fittingAppend = { stream: 'a', expected: NO_STREAM, events: [noteEvent('1')] };
  const largeAppend = {
    stream: 'b',
    expected: NO_STREAM,
    events: [noteEvent('2', { text: 'x'.repeat(900_000) })],
  };
  await expect(log.appendAll([fittingAppend, largeAppend])).rejects.toThrow(RangeError);
  expect(await readIds(log)).toEqual([]);
});

test('a subscriber that stops reading blocks nobody, and gets everything when it continues', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const count = 6 * MAX_BATCH_EVENTS;
  const slowReads: string[] = [];
  const unsubscribed = new AbortController();
  const listening = log.subscribe(BEFORE_ALL, unsubscribed.signal)[Symbol.asyncIterator]();
  await log.append('first', NO_STREAM, [noteEvent('first')]);
  slowReads.push(...idsOf((await listening.next()).value as RecordedEvent[]));
  const { received } = listenTo(log);
  for (let batch = 0; batch < 6; batch++)
    await log.append(
      `s-${batch}`,
      NO_STREAM,
      Array.from({ length: MAX_BATCH_EVENTS }, (_, number) => noteEvent(`${batch} ${number}`)),
    );
  await untilReceived(received, count + 1);
  expect(slowReads).toEqual(['first']);
  while (slowReads.length < count + 1)
    slowReads.push(...idsOf((await listening.next()).value as RecordedEvent[]));
  expect(slowReads).toEqual(received);
  unsubscribed.abort();
  await listening.return?.(undefined);
});

test('all subscribers share one server subscription, which ends with the log', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const unsubscribed = new AbortController();
  const listening = Array.from({ length: 5 }, async () => {
    for await (const batch of log.subscribe(BEFORE_ALL, unsubscribed.signal))
      if (batch.length === 0) return;
  });
  await until(() => standIn.subscriptions === 1);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  expect(standIn.subscriptions).toBe(1);
  unsubscribed.abort();
  await Promise.all(listening);
  await log.close();
  await until(() => standIn.subscriptions === 0);
});

test("the server's system events are skipped", async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  expect(await log.readLastPosition()).toBe(BEFORE_ALL);
  const { received } = listenTo(log);
  const systemEvent = (number: number) => ({
    id: randomUUID(),
    type: '$Statistics',
    contentType: 'application/json',
    data: Buffer.from(`{"number":${number}}`),
    metadata: new Uint8Array(),
  });
  for (let round = 0; round < 3; round++) {
    await log.append('a', round - 1, [noteEvent(String(round))]);
    await standIn.store.append({
      stream: '$stats',
      expected: 'any',
      proposed: Array.from({ length: 100 }, (_, number) => systemEvent(number)),
    });
  }
  const events = await log.readAll(BEFORE_ALL, 9);
  expect(idsOf(events)).toEqual(['0', '1', '2']);
  expect(idsOf(await log.readAll(events[0]!.position, 1))).toEqual(['1']);
  expect(await log.readLastPosition()).toBe(events[2]!.position);
  await untilReceived(received, 3);
  expect(received).toEqual(['0', '1', '2']);
});

const appendSystemEvents = (standIn: EventStoreStandIn, count: number) => {
  const systemEvent = (number: number) => ({
    id: randomUUID(),
    type: '$statsCollected',
    contentType: 'application/json',
    metadata: new Uint8Array(),
    data: Buffer.from(JSON.stringify({ number, text: 'x'.repeat(500) })),
  });
  const appends = Array.from({ length: Math.ceil(count / 1_000) }, (_, portion) =>
    standIn.store.append({
      stream: '$stats',
      expected: portion === 0 ? 'no stream' : portion * 1_000 - 1,
      proposed: Array.from({ length: Math.min(1_000, count - portion * 1_000) }, (_, number) =>
        systemEvent(portion * 1_000 + number),
      ),
    }),
  );
  return Promise.all(appends);
};

describe('with 60,000 system events after the last one of Fieldtrace', () => {
  let standIn: EventStoreStandIn;
  beforeEach(async () => {
    standIn = await startStandIn();
    await logOn(standIn).append('a', NO_STREAM, [noteEvent('1')]);
    await appendSystemEvents(standIn, 60_000);
  });

  test('the start finds the end with one read', async () => {
    const log = logOn(standIn);
    const countCalls = async (use: () => Promise<unknown>) => {
      const callsBefore = standIn.calls;
      await use();
      return standIn.calls - callsBefore;
    };
    const startedAt = performance.now();
    const head = await log.readLastPosition();
    expect(await countCalls(() => log.readLastPosition())).toBe(1);
    expect(await countCalls(async () => expect(await log.readAll(head, 1)).toEqual([]))).toBe(1);
    expect(idsOf(await log.readAll(BEFORE_ALL, 9))).toEqual(['1']);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const { position } = await log.append('a', 0, [noteEvent('2')]);
    expect(idsOf(await log.readAll(head, 9))).toEqual(['2']);
    expect(await log.readLastPosition()).toBe(position);
  });

  test('a subscription that works through them is not renewed, and delivers new events', async () => {
    standIn.faults.slowSubscriptionsMs = 20; // for each 500 skipped events
    const log = logOn(standIn);
    const { received } = listenTo(log);
    await until(() => standIn.subscriptions === 1);
    await log.append('a', 0, [noteEvent('2')]);
    await untilReceived(received, 2);
    expect(received).toEqual(['1', '2']);
    expect(troubles).toEqual([]);
  });

  test('subscriptions that are dropped every 300 ms lose and duplicate nothing', async () => {
    [standIn.faults.dropAfterMs, standIn.faults.slowSubscriptionsMs] = [300, 20];
    const log = logOn(standIn);
    const { received } = listenTo(log);
    const startedAt = performance.now();
    let count = 1;
    for (; performance.now() - startedAt < 2_000; count++)
      await log.append('a', count - 1, [noteEvent(String(count + 1))]);
    await untilReceived(received, count);
    expect(received).toEqual(await readIds(log));
  });
});

test('appends and reads wait for an election of ten seconds, and every event is delivered once', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const { received } = listenTo(log);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  await untilReceived(received, 1);
  standIn.faults.noLeader = true;
  standIn.endSubscriptions();
  const electionStartedAt = performance.now();
  const calls = Promise.all([
    log.append('a', 0, [noteEvent('2')]),
    log.append('b', NO_STREAM, [noteEvent('3')]),
    log.read('a'),
  ]);
  await until(() => performance.now() - electionStartedAt > 10_000);
  standIn.faults.noLeader = false;
  await calls;
  await untilReceived(received, 3);
  expect([...received].sort()).toEqual(['1', '2', '3']);
  expect(received).toEqual(await readIds(log));
});

test('an election that takes too long is reported', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, { electionMs: 2_000 });
  await log.read('a'); // Connects first, which is slow on a busy machine.
  standIn.faults.noLeader = true;
  await expect(log.append('a', NO_STREAM, [noteEvent('1')])).rejects.toThrow(
    'The log cannot be written: its servers have no leader now',
  );
});

test('a few calls wait for an election, and further ones are refused at once', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, { maxWaiting: 3 });
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  standIn.faults.noLeader = true;
  const answered: (readonly string[])[] = [];
  const reads = Array.from({ length: 10 }, (_, number) =>
    log.read(`s-${number}`).then((events) => void answered.push(idsOf(events))),
  );
  const refusedWrites: string[] = [];
  for (const each of reads) each.catch(({ message }: Error) => refusedWrites.push(message));
  await until(() => refusedWrites.length === 7);
  await expect(log.append('b', NO_STREAM, [noteEvent('2')])).rejects.toThrow(
    'The log cannot be written: its server',
  );
  expect(answered).toEqual([]);
  standIn.faults.noLeader = false;
  await until(() => answered.length === 3);
  expect(answered).toEqual([[], [], []]);
  await Promise.all(Array.from({ length: 10 }, (_, number) => log.read(`s-${number}`)));
});

test('one call at a time probes a silent server, and all are answered when it responds', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn, { deadlineMs: 500, maxAttempts: 20 });
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  standIn.faults.hangReads = Infinity;
  await expect(log.read('a')).rejects.toThrow('does not answer');
  const callsBefore = standIn.calls;
  const reads = Array.from({ length: 50 }, (_, number) => log.read(`s-${number}`));
  await until(() => standIn.calls >= callsBefore + 3);
  expect(standIn.calls).toBeLessThan(callsBefore + 10);
  standIn.faults.hangReads = 0;
  expect(await Promise.all(reads)).toEqual(reads.map(() => []));
});

test('simultaneous reads of a stream are one call, and later ones include acknowledged events', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  const callsBefore = standIn.calls;
  const earlyReads = await Promise.all([log.read('a'), log.read('a'), log.read('a', 1)]);
  expect(earlyReads.map(idsOf)).toEqual([['1'], ['1'], []]);
  expect(standIn.calls - callsBefore).toBe(2);
  await log.append('a', 0, [noteEvent('2')]);
  expect(idsOf(await log.read('a'))).toEqual(['1', '2']);
});

test('a refused append does not affect others: none is sent again', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  standIn.faults.delayMs = 300;
  const callsBefore = standIn.calls;
  const otherAppends = Array.from({ length: 20 }, (_, number) =>
    log.append(`s-${number}`, NO_STREAM, [noteEvent(String(number))]),
  );
  await until(() => standIn.calls >= callsBefore + 20);
  [standIn.faults.delayMs, standIn.faults.largestAppend] = [0, 10];
  await expect(log.append('b', NO_STREAM, [noteEvent('too large')])).rejects.toThrow(RangeError);
  standIn.faults.largestAppend = 1024 * 1024;
  await Promise.all(otherAppends);
  expect(standIn.calls).toBe(callsBefore + 21);
  expect(troubles).toEqual([]);
});

test('a stream that an operator deleted continues with the server’s revision', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  await appendOneByOne(log, 'a', 3);
  standIn.store.softDelete('a');
  expect(await log.read('a')).toEqual([]);
  const place = await log.append('a', NO_STREAM, [noteEvent('new')]);
  const [storedEvent] = await log.read('a', 3);
  expect(place).toEqual({ revision: 3, position: storedEvent!.position });
});

test('a node that accepts connections and never answers does not affect calls to the cluster', async () => {
  const standIn = await startStandIn();
  const silentNode = createServer(() => {});
  await new Promise<void>((resolve) => silentNode.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  silentNode.on('connection', (socket) => sockets.add(socket));
  closables.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      silentNode.close();
    },
  });
  const { port } = silentNode.address() as AddressInfo;
  // Nodes are tried in random order, so that some of eight starts begin with the silent one.
  const logs = Array.from({ length: 8 }, () =>
    logOn(
      { url: `esdb://127.0.0.1:${port},127.0.0.1:${standIn.port}?tls=false` },
      { deadlineMs: 3_000 },
    ),
  );
  await Promise.all(
    logs.map((log, number) => log.append(`s-${number}`, NO_STREAM, [noteEvent(String(number))])),
  );
  expect(sockets.size).toBeGreaterThan(0);
  expect(troubles).toEqual([]);
});

test('a cluster whose nodes are all away is awaited without an unhandled error, and answers when they are back', async () => {
  const standIn = await startStandIn();
  const { port } = standIn;
  const log = logOn(
    { url: `esdb://127.0.0.1:${port},localhost:${port}?tls=false` },
    { deadlineMs: 500, electionMs: 600 },
  );
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  standIn.faults.refuse = true;
  await expect(log.append('a', 0, [noteEvent('2')])).rejects.toThrow(Unavailable);
  standIn.faults.refuse = false;
  await log.append('a', 0, [noteEvent('2')]);
  expect(await readIds(log)).toEqual(['1', '2']);
});

test('two processes that name a log at once agree on one name, which is no event of the log', async () => {
  const standIn = await startStandIn();
  const [firstLog, secondLog] = [logOn(standIn), logOn(standIn)];
  const names = await Promise.all([
    firstLog.readIdentity(),
    secondLog.readIdentity(),
    firstLog.readIdentity(),
  ]);
  expect(new Set(names).size).toBe(1);
  expect(await firstLog.readLastPosition()).toBe(BEFORE_ALL);
  const { received } = listenTo(firstLog);
  await firstLog.append('a', NO_STREAM, [noteEvent('1')]);
  await untilReceived(received, 1);
  expect(await readIds(secondLog)).toEqual(['1']);
});

test('events are stored as canonical JSON, and reading and serializing gives the same text, even with numeric keys', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  const event = {
    type: 'Noted',
    data: { z: '₹', a: { d: 1, c: [true, null] } },
    metadata: noteEvent('1').metadata,
  };
  const eventWithNumberKeys = {
    type: 'Noted',
    data: { '10': 1, '9': 'ü' },
    metadata: noteEvent('2').metadata,
  };
  await log.append('a', NO_STREAM, [event, eventWithNumberKeys]);
  const stored = await log.read('a');
  const [storedEvent] = standIn.store.findStream('a')!;
  expect(Buffer.from(storedEvent!.data).toString()).toBe(canonical(event.data));
  expect(stored.map(({ data }) => canonical(data))).toEqual(
    [event, eventWithNumberKeys].map(({ data }) => canonical(data)),
  );
  expect(Buffer.from(storedEvent!.metadata).toString()).toBe(canonical(stored[0]!.metadata));
});

test.each([
  ['data', '{"half'],
  ['metadata', 'null'],
])('%s %s of another program is damage of its stream alone', async (part, text) => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  const { received } = listenTo(log);
  await untilReceived(received, 1);
  const foreignEvent = {
    id: randomUUID(),
    type: 'Noted',
    contentType: 'application/json',
    data: Buffer.from('{}'),
    metadata: Buffer.from('{}'),
    [part]: Buffer.from(text),
  };
  await standIn.store.append({ stream: 'b', expected: 'any', proposed: [foreignEvent] });
  await expect(log.read('b')).rejects.toThrow(UnreadableLog);
  expect(await log.readAll(BEFORE_ALL, 9)).toMatchObject([
    { stream: 'a', type: 'Noted' },
    { stream: 'b', revision: 0, damage: 'is no JSON' },
  ]);
  await untilReceived(received, 2);
  await log.append('c', NO_STREAM, [noteEvent('2')]);
  await untilReceived(received, 3);
});

test('data that JSON would change is refused before anything is sent', async () => {
  const log = logOn(await startStandIn());
  await expect(
    log.append('a', NO_STREAM, [noteEvent('1'), noteEvent('2', { amount: 1.5 })]),
  ).rejects.toThrow('the number 1.5 at .amount');
  expect(await log.readLastPosition()).toBe(BEFORE_ALL);
});

test('an invalid address is refused at once', () =>
  expect(() => logOn({ url: 'mongodb://localhost' })).toThrow('esdb://'));

test('a server with authentication needs a user in its address', () =>
  expect(() => logOn({ url: 'esdb://events.example.com:2113' })).toThrow(
    'EVENTSTORE_URL has no user',
  ));

test.each([
  'esdb://user:hush@host?tls=hush',
  'esdb://user:hush@host?tlsVerifyCert=false',
  'esdb://user:hush@host?tsl=true',
  'esdb://user:hush@',
])('the error of %s does not contain the password', (url) => {
  const warnSpy = jest.spyOn(console, 'warn');
  try {
    logOn({ url });
    throw new Error('it was taken');
  } catch (error) {
    expect(error).toBeInstanceOf(BadConfig);
    expect((error as Error).message).not.toContain('hush');
  }
  expect(warnSpy).not.toHaveBeenCalled();
  warnSpy.mockRestore();
});

test('subscribers and callers of a closed log get an error', async () => {
  const log = logOn(await startStandIn());
  const { listening } = listenTo(log);
  await log.close();
  await expect(listening).rejects.toThrow(Unavailable);
  await expect(log.append('a', NO_STREAM, [noteEvent('1')])).rejects.toThrow(
    new Unavailable('The log cannot be written: it is closed'),
  );
});

test('waiting appends are written before the log closes', async () => {
  const standIn = await startStandIn();
  const log = logOn(standIn);
  standIn.faults.delayMs = 200;
  const waitingAppend = log.append('a', NO_STREAM, [noteEvent('1')]);
  await log.close();
  await waitingAppend;
  expect(standIn.store.findStream('a')).toHaveLength(1);
});

test('a conflict is reported at the first try, without retries', async () => {
  const log = logOn(await startStandIn());
  await log.append('a', NO_STREAM, [noteEvent('1')]);
  await expect(log.append('a', NO_STREAM, [noteEvent('2')])).rejects.toThrow(
    new RevisionConflict('a is not at -1 any more'),
  );
  expect(troubles).toEqual([]);
});
