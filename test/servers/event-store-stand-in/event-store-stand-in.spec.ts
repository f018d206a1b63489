import { folders } from '#platform/testing/folders.js';
import {
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  EventStoreDBClient,
  NO_STREAM,
  type ResolvedEvent,
  START,
  STREAM_EXISTS,
  StreamNotFoundError,
  type StreamingRead,
  WrongExpectedVersionError,
  excludeSystemEvents,
  jsonEvent,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { v5 } from 'uuid';
import { EventStoreStandIn } from './event-store-stand-in.js';

const folder = folders();
let path: string;
let standIn: EventStoreStandIn;
let client: EventStoreDBClient;
beforeEach(async () => {
  path = join(folder(), 'log.jsonl');
  standIn = await EventStoreStandIn.start(path);
  client = EventStoreDBClient.connectionString(standIn.url);
});
afterEach(async () => {
  await client.dispose();
  await standIn.stop();
});

const event = (name: string) => jsonEvent({ id: v5(name, v5.URL), type: 'Noted', data: { name } });
const append = (names: string, expectedRevision: AppendExpectedRevision) =>
  client.appendToStream('a', [...names].map(event), { expectedRevision }).then(
    ({ nextExpectedRevision }) => Number(nextExpectedRevision),
    (error: unknown) => (error as Error).constructor.name,
  );
async function readAllNames(read: StreamingRead<ResolvedEvent>): Promise<string> {
  let names = '';
  for await (const { event } of read)
    if (!event!.type.startsWith('$')) names += (event!.data as { name: string }).name;
  return names;
}
const wrongRevision = WrongExpectedVersionError.name;

// Table "Idempotence" of the server's documentation: a stream with the events x, y, z, and the next
// append.
describe.each([
  ['the same events x, y, z at the same revision', 'xyz', NO_STREAM, 2, 'xyz'],
  ['only x, y', 'xy', NO_STREAM, 1, 'xyz'],
  ['only y, z behind x', 'yz', 0n, 2, 'xyz'],
  ['x, y, z and a new event', 'xyzw', NO_STREAM, wrongRevision, 'xyz'],
  ['x and a new event', 'xw', NO_STREAM, wrongRevision, 'xyz'],
  ['a new event at the revision of x', 'w', NO_STREAM, wrongRevision, 'xyz'],
  ['a new event behind z', 'w', 2n, 3, 'xyzw'],
  ['z again behind z', 'z', 2n, 3, 'xyzz'],
  ['z at the revision of y', 'z', 0n, wrongRevision, 'xyz'],
  ['a new event beyond the end', 'w', 9n, wrongRevision, 'xyz'],
  ['x, y, z at any revision', 'xyz', ANY, 2, 'xyz'],
  ['y, z at any revision', 'yz', ANY, 2, 'xyz'],
  ['x, z at any revision', 'xz', ANY, 2, 'xyz'],
  ['a new event and x at any revision', 'wx', ANY, 4, 'xyzwx'],
  ['z and a new event at any revision', 'zw', ANY, wrongRevision, 'xyz'],
  ['a new event at any revision', 'w', ANY, 3, 'xyzw'],
  ['x, y, z in a stream that must exist', 'xyz', STREAM_EXISTS, 2, 'xyz'],
  ['a new event in a stream that must exist', 'w', STREAM_EXISTS, 3, 'xyzw'],
] as const)(
  'an append to a stream with the events x, y, z: %s',
  (_, names, expected, answer, expectedNames) => {
    test.each(['with many appends over one call', 'with a call each'])('%s', async (way) => {
      if (way === 'with a call each') {
        const appendOnce = client.appendToStream.bind(client);
        client.appendToStream = (stream, events, options) =>
          appendOnce(stream, events, { ...options, credentials: { username: 'a', password: 'b' } });
      }
      await append('xyz', NO_STREAM);
      expect(await append(names, expected)).toBe(answer);
      expect(await readAllNames(client.readStream('a'))).toBe(expectedNames);
    });
  },
);

test('a missing stream that must exist is a wrong revision', async () =>
  expect(await append('x', STREAM_EXISTS)).toBe(wrongRevision));

test('a repeated append gets the same revision and position', async () => {
  const first = await client.appendToStream('a', [event('x'), event('y')], {
    expectedRevision: NO_STREAM,
  });
  expect(
    await client.appendToStream('a', [event('x'), event('y')], { expectedRevision: NO_STREAM }),
  ).toEqual(first);
});

test('a wrong revision is answered with the stream’s revision', async () => {
  await append('xy', NO_STREAM);
  await expect(
    client.appendToStream('a', event('z'), { expectedRevision: 0n }),
  ).rejects.toMatchObject({ actualVersion: 1n, expectedVersion: 0n });
  await expect(
    client.appendToStream('b', event('z'), { expectedRevision: 0n }),
  ).rejects.toMatchObject({ actualVersion: 'no_stream' });
});

test('streams and the whole log are read from a position, inclusively, in both directions', async () => {
  await append('xyz', NO_STREAM);
  expect(await readAllNames(client.readStream('a', { fromRevision: 1n }))).toBe('yz');
  expect(await readAllNames(client.readStream('a', { fromRevision: 9n }))).toBe('');
  expect(
    await readAllNames(client.readStream('a', { fromRevision: 1n, direction: BACKWARDS })),
  ).toBe('yx');
  expect(await readAllNames(client.readStream('a', { fromRevision: START, maxCount: 2 }))).toBe(
    'xy',
  );
  await expect(readAllNames(client.readStream('b'))).rejects.toThrow(StreamNotFoundError);
  expect(await readAllNames(client.readAll())).toBe('xyz');
  expect(
    await readAllNames(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 2 })),
  ).toBe('zy');
  const [, y] = standIn.store.findStream('a')!;
  expect(
    await readAllNames(
      client.readAll({ fromPosition: { commit: y!.position, prepare: y!.position } }),
    ),
  ).toBe('yz');
});

test('a subscription starts after its position, confirms, catches up, continues, and reports filtered positions', async () => {
  await append('xyz', NO_STREAM);
  const [x] = standIn.store.findStream('a')!;
  const received: string[] = [];
  const subscription = client.subscribeToAll({
    fromPosition: { commit: x!.position, prepare: x!.position },
    filter: excludeSystemEvents({
      maxSearchWindow: 1,
      checkpointReached: async () => {
        received.push('checkpoint');
      },
    }),
  });
  subscription
    .on('confirmation', () => received.push('confirmation'))
    .on('caughtUp', () => received.push('caught up'));
  for await (const { event } of subscription) {
    received.push((event!.data as { name: string }).name);
    if (received.at(-1) === 'z') await append('w', 2n);
    if (received.at(-1) === 'w') break;
  }
  await subscription.unsubscribe();
  expect(received.filter((word) => word !== 'checkpoint')).toEqual([
    'confirmation',
    'y',
    'z',
    'caught up',
    'w',
  ]);
  expect(received).toContain('checkpoint');
});

test('a restarted server has all acknowledged events, and no half-written ones', async () => {
  await append('xyz', NO_STREAM);
  await standIn.stop();
  appendFileSync(path, '{"stream":"a","first":3,"eve');
  standIn = await EventStoreStandIn.start(path, { port: standIn.port });
  expect(await readAllNames(client.readAll())).toBe('xyz');
  expect(await append('w', 2n)).toBe(3);
  await standIn.stop();
  standIn = await EventStoreStandIn.start(path, { port: standIn.port });
  expect(standIn.store.findStream('a')).toHaveLength(4);
});

test('an append during the stop is written too', async () => {
  const proposedEvents = (name: string) => [
    {
      ...event(name),
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: new Uint8Array(),
    },
  ];
  await standIn.store.append({ stream: 'a', expected: 'no stream', proposed: proposedEvents('x') });
  const chained: Promise<unknown>[] = [];
  let answered = standIn.store.append({ stream: 'a', expected: 0, proposed: proposedEvents('y') });
  // Appends once more in each of the microtasks after the answer: in one of them the store once
  // missed new appends.
  for (let step = 0; step < 6; step++) {
    const stream = `s-${step}`;
    answered = answered.then((answer) => {
      chained.push(
        standIn.store.append({ stream, expected: 'no stream', proposed: proposedEvents(stream) }),
      );
      return answer;
    });
  }
  await answered;
  await Promise.all(chained);
  expect(chained).toHaveLength(6);
});

test.each([
  [
    'read',
    (at: { commit: bigint; prepare: bigint }) => readAllNames(client.readAll({ fromPosition: at })),
  ],
  [
    'subscription',
    async (fromPosition: { commit: bigint; prepare: bigint }) => {
      for await (const _ of client.subscribeToAll({ fromPosition })) return;
    },
  ],
])('a %s at the position of no event is refused', async (_, readFrom) => {
  await append('xyz', NO_STREAM);
  const { position } = standIn.store.findStream('a')![1]!;
  await expect(readFrom({ commit: position + 1n, prepare: position + 1n })).rejects.toThrow(
    'Invalid position',
  );
});

test('a live reader that does not read is dropped', async () => {
  await append('x', NO_STREAM);
  const [x] = standIn.store.findStream('a')!;
  // Nobody iterates, so the client takes only as much as its buffer holds.
  const subscription = client.subscribeToAll({
    fromPosition: { commit: x!.position, prepare: x!.position },
  });
  const dropped = new Promise<Error>((resolve) => subscription.on('error', resolve));
  await new Promise<void>((resolve) => subscription.on('caughtUp', () => resolve()));
  const otherClient = EventStoreDBClient.connectionString(standIn.url);
  for (let number = 0; number < 300 && standIn.subscriptions > 0; number++)
    await otherClient.appendToStream(
      'b',
      jsonEvent({ type: 'Noted', data: { text: 'x'.repeat(20_000) } }),
    );
  expect(standIn.subscriptions).toBe(0);
  subscription.resume(); // Delivers the sent events before the error.
  expect((await dropped).message).toContain('too slow');
  await otherClient.dispose();
});
