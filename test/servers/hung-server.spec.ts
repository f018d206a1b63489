import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { folders } from '#platform/testing/folders.js';
import type { Metadata } from '#platform/event-log/event-log.js';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { until } from '../acceptance/product/until.js';
import { EventStoreStandIn } from './event-store-stand-in/event-store-stand-in.js';
import { FreezingProxy } from './stand-ins/freezing-proxy.js';

const folder = folders();

const event = () => ({
  type: 'Switched',
  data: {},
  metadata: { eventId: randomUUID() } as Metadata,
});

test('a hanging connection is given up: calls and subscribers continue on another one', async () => {
  const standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  const proxy = await FreezingProxy.start(standIn.port);
  const log = EventLogOnEventStore.open(`esdb://127.0.0.1:${proxy.port}?tls=false`, {
    deadlineMs: 1_000,
    pollMs: 60_000,
  });
  const stopping = new AbortController();
  const receivedRevisions: number[] = [];
  const listening = (async () => {
    for await (const batch of log.subscribe('', stopping.signal))
      receivedRevisions.push(...batch.map(({ revision }) => revision));
  })();
  try {
    await log.append('lamp-1', -1, [event()]);
    expect(await log.read('lamp-1')).toHaveLength(1);
    proxy.freeze();
    expect(await log.read('lamp-1')).toHaveLength(1);
    await log.append('lamp-1', 0, [event()]);
    expect(await log.read('lamp-1')).toHaveLength(2);
    // Events arrive well before the subscribers' next poll.
    while (receivedRevisions.length < 2) await new Promise(setImmediate);
    proxy.thaw();
    await until(() => proxy.connections === 1, {
      what: () => 'the connection that was given up to be closed',
    });
  } finally {
    stopping.abort();
    await listening;
    await log.close();
    proxy.close();
    await standIn.stop();
  }
});

test('a stream is never read as empty because its connection was given up', async () => {
  const standIn = await EventStoreStandIn.start(join(folder(), 'log.jsonl'));
  const proxy = await FreezingProxy.start(standIn.port);
  const log = EventLogOnEventStore.open(`esdb://127.0.0.1:${proxy.port}?tls=false`, {
    deadlineMs: 1_000,
  });
  try {
    await log.append('lamp-1', -1, [event()]);
    for (let round = 0; round < 3; round++) {
      const reading = Array.from({ length: 20 }, () => log.read('lamp-1'));
      proxy.freeze();
      expect((await Promise.all(reading)).map((events) => events.length)).toEqual(
        reading.map(() => 1),
      );
    }
  } finally {
    await log.close();
    proxy.close();
    await standIn.stop();
  }
});
