import { Unavailable } from '#platform/common/unavailable.js';
import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { type Metadata, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { folders } from '#platform/testing/folders.js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { until } from '../acceptance/product/until.js';
import { EventStoreProcess } from './event-store-stand-in/event-store-process.js';
import type { Faults } from './event-store-stand-in/faults.js';
import { EventStoreStandIn } from './event-store-stand-in/event-store-stand-in.js';
import { FreezingProxy } from './stand-ins/freezing-proxy.js';

const folder = folders();
const closeFunctions: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closeFunctions.splice(0).reverse()) await close();
});

function logAt(port: number, deadlineMs: number): EventLogOnEventStore {
  const log = EventLogOnEventStore.open(`esdb://127.0.0.1:${port}?tls=false`, { deadlineMs });
  closeFunctions.push(() => log.close());
  return log;
}
const event = () => ({
  type: 'Switched',
  data: {},
  metadata: { eventId: randomUUID() } as Metadata,
});
const appendThreeEvents = (log: EventLogOnEventStore) =>
  log.append('lamp-1', -1, [event(), event(), event()]);

const reads = [
  ['a stream', (log: EventLogOnEventStore) => log.read('lamp-1')],
  ['the whole log', (log: EventLogOnEventStore) => log.readAll(BEFORE_ALL, 10)],
] as const;

describe.each(reads)('%s whose read is interrupted is read completely', (_, read) => {
  let standIn: EventStoreStandIn;
  let proxy: FreezingProxy;
  beforeEach(async () => {
    standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
    proxy = await FreezingProxy.start(standIn.port);
    closeFunctions.push(
      () => standIn.stop(),
      () => proxy.close(),
    );
  });
  /** Starts a read that hangs after its first event. */
  function startHangingRead(log: EventLogOnEventStore) {
    Object.assign(standIn.faults, { cutReads: 1, cutWith: 'silence' });
    return read(log);
  }

  test.each([
    'CANCELLED',
    'ABORTED',
    'INTERNAL',
    'UNAVAILABLE',
    'UNKNOWN',
  ] satisfies Faults['cutWith'][])('by the server, with %s', async (cutWith) => {
    const log = logAt(standIn.port, 5_000);
    await appendThreeEvents(log);
    Object.assign(standIn.faults, { cutReads: 2, cutWith });
    expect(await read(log)).toHaveLength(3);
    expect(standIn.faults.cutReads).toBe(0);
  });

  test.each(['reset', 'end'] as const)('by its connection (%s)', async (way) => {
    const log = logAt(proxy.port, 5_000);
    await appendThreeEvents(log);
    const reading = startHangingRead(log);
    await until(() => standIn.faults.cutReads === 0);
    proxy.cutOff(way);
    expect(await reading).toHaveLength(3);
  });

  test('by the deadline', async () => {
    const log = logAt(standIn.port, 500);
    await appendThreeEvents(log);
    expect(await startHangingRead(log)).toHaveLength(3);
  });

  test('by another call that finds the server away, so that the client closes their shared connection', async () => {
    const log = logAt(standIn.port, 1_000);
    await appendThreeEvents(log);
    const reading = startHangingRead(log);
    await until(() => standIn.faults.cutReads === 0);
    standIn.faults.refuse = true;
    await expect(log.readLastPosition()).rejects.toThrow(Unavailable);
    standIn.faults.refuse = false;
    expect(await reading).toHaveLength(3);
  });

  test('by the death of the server', async () => {
    const server = await EventStoreProcess.start(join(folder(), 'log.jsonl'));
    closeFunctions.push(() => server.kill());
    const log = logAt(server.port, 20_000);
    await appendThreeEvents(log);
    await server.setFaults({ cutReads: 1, cutWith: 'silence' });
    const reading = read(log);
    reading.catch(() => {});
    await until(async () => (await server.readState()).faults.cutReads === 0);
    await server.kill();
    const outcome = await reading.then(
      (events) => events.length,
      (error: unknown) => error,
    );
    // The read is repeated for some time, and the server may be away for longer.
    if (outcome !== 3) expect(outcome).toBeInstanceOf(Unavailable);
    await server.restart();
    expect(await read(log)).toHaveLength(3);
  });
});

test.each(reads)('%s that is read while the log closes is not read as empty', async (_, read) => {
  const standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  closeFunctions.push(() => standIn.stop());
  const log = logAt(standIn.port, 1_000);
  await appendThreeEvents(log);
  standIn.faults.hangReads = 1;
  const reading = expect(read(log)).rejects.toThrow('The log cannot be read: it is closed');
  await until(() => standIn.faults.hangReads === 0);
  await log.close();
  await reading;
});

test('a stream whose read ends normally before its first event is not read as empty', async () => {
  const standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  closeFunctions.push(() => standIn.stop());
  const log = logAt(standIn.port, 5_000);
  await appendThreeEvents(log);
  Object.assign(standIn.faults, { cutReads: 1, cutWith: 'no event' });
  expect(await log.read('lamp-1')).toHaveLength(3);
  Object.assign(standIn.faults, { cutReads: Infinity, cutWith: 'no event' });
  await expect(log.read('lamp-1')).rejects.toThrow(
    'The log cannot be read: its server answered with half a read',
  );
});
