import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { type Metadata, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { folders } from '#platform/testing/folders.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { until } from '../acceptance/product/until.js';
import { EventStoreCluster } from './event-store-stand-in/event-store-cluster.js';

const folder = folders();
let cluster: EventStoreCluster;
let log: EventLogOnEventStore;
let stopping: AbortController;
let receivedStreams: string[];
let listening: Promise<void>;

beforeEach(async () => {
  cluster = await EventStoreCluster.start(join(folder(), 'log.jsonl'));
  log = EventLogOnEventStore.open(cluster.url, { deadlineMs: 500, pollMs: 60_000 });
  [stopping, receivedStreams] = [new AbortController(), []];
  listening = (async () => {
    for await (const batch of log.subscribe(BEFORE_ALL, stopping.signal))
      receivedStreams.push(...batch.map(({ stream }) => stream));
  })();
});
afterEach(async () => {
  stopping.abort();
  await listening;
  await log.close();
  await cluster.stop();
});

/** Repeats an append to a new stream until it succeeds. */
async function append(stream: string): Promise<void> {
  const event = { type: 'Switched', data: {}, metadata: { eventId: stream } as Metadata };
  const tryAppend = () =>
    log.append(stream, -1, [event]).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Unavailable);
        return false;
      },
    );
  await until(tryAppend, { what: () => `${stream} to be written` });
}

/**
 * Appends ten times a second.
 * @returns function that stops and resolves with the streams
 */
function startTraffic() {
  const appends: Promise<void>[] = [];
  const timer = setInterval(() => appends.push(append(`lamp-${appends.length}`)), 100);
  return async () => {
    clearInterval(timer);
    await Promise.all(appends);
    return appends.map((_, number) => `lamp-${number}`);
  };
}

test.each([
  [
    'hangs',
    (leader: EventStoreCluster['nodes'][number]) => leader.freeze(),
    async (leader: EventStoreCluster['nodes'][number]) => leader.thaw(),
  ],
  [
    'is cut off from the others',
    (leader: EventStoreCluster['nodes'][number]) => leader.cut(true),
    (leader: EventStoreCluster['nodes'][number]) => leader.cut(false),
  ],
  [
    'is killed',
    (leader: EventStoreCluster['nodes'][number]) => leader.kill(),
    (leader: EventStoreCluster['nodes'][number]) => leader.restart(),
  ],
])(
  'while a leader %s another is elected: nothing is lost or duplicated, and everything is delivered',
  async (_, goAway, comeBack) => {
    await append('lamp-before');
    const stopTraffic = startTraffic();
    const formerLeader = await cluster.findLeader();
    await goAway(formerLeader);
    await append('lamp-meanwhile');
    // Both may claim to lead for a moment, until the former leader hears of the new one.
    await until(async () => (await cluster.findLeader()) !== formerLeader, {
      what: () => 'another node to lead',
    });
    await comeBack(formerLeader);
    await append('lamp-after');
    const expected = [
      ...(await stopTraffic()),
      'lamp-before',
      'lamp-meanwhile',
      'lamp-after',
    ].sort();
    expect((await log.readAll(BEFORE_ALL, 10_000)).map(({ stream }) => stream).sort()).toEqual(
      expected,
    );
    await until(() => receivedStreams.length >= expected.length, {
      what: () => `${expected.length} events; there are ${receivedStreams.length}`,
    });
    expect([...receivedStreams].sort()).toEqual(expected);
  },
);
