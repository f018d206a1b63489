import { personal } from '#domain/kernel/schema.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type RecordedEvent, NO_STREAM } from '../event-log/event-log.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { type Envelope, getEnvelope } from './envelope.js';
import { verifyChain } from '../testing/notary/verify-chain.js';
import { eventCatalogue } from './event-catalogue.js';
import { type Unsealed, listKeyIds, createSealing } from './sealing.js';

const catalogue = eventCatalogue([
  { Counted: z.object({ number: z.int(), note: personal(z.string()) }) },
]);
let events: RecordedEvent[];

beforeEach(async () => {
  const { seal } = createSealing({ catalogue, keys: new KeyStoreInMemory() });
  const counted = (number: number): Unsealed => ({
    type: 'Counted',
    data: { number, note: `Note ${number}` },
    metadata: {
      eventId: `event-${number}`,
      actorId: 'asha',
      organizationId: 'org',
      at: '2026-11-21T09:30:00.000Z',
    } as Unsealed['metadata'],
  });
  const appends = [[counted(0), counted(1)], [counted(2)], [counted(3), counted(4)]];
  events = [];
  for (const append of appends) {
    const before = { hash: events.at(-1)?.metadata.hash ?? '', key: [...listKeyIds(events)][0] };
    for (const event of await seal('count-1', events.length + NO_STREAM, append, before))
      events.push({
        ...event,
        stream: 'count-1',
        revision: events.length,
        position: String(events.length),
      });
  }
});

describe('the chain of a stream', () => {
  test('is valid for any appends', () => expect(verifyChain(events)).toBeUndefined());
  test('is valid in another log with other positions', () =>
    expect(verifyChain(events.map((event) => ({ ...event, position: 'x' })))).toBeUndefined());

  const withEnvelope = (event: RecordedEvent, envelope: Partial<Envelope>) => ({
    ...event,
    data: { ...event.data, sealed: { ...getEnvelope(event)!, ...envelope } },
  });
  test.each([
    [
      'a public field',
      (event: RecordedEvent) => ({ ...event, data: { ...event.data, number: 7 } }),
    ],
    ['a sealed text', (event: RecordedEvent) => withEnvelope(event, { text: 'AAAA' })],
    ['its type', (event: RecordedEvent) => ({ ...event, type: 'Sung' })],
    [
      'its actor',
      (event: RecordedEvent) => ({ ...event, metadata: { ...event.metadata, actorId: 'ravi' } }),
    ],
    [
      'its time',
      (event: RecordedEvent) => ({
        ...event,
        metadata: { ...event.metadata, at: '2026-11-21T09:31:00.000Z' },
      }),
    ],
    [
      'its hash',
      (event: RecordedEvent) => ({
        ...event,
        metadata: { ...event.metadata, hash: '0'.repeat(64) },
      }),
    ],
  ])('shows where %s was changed', (_, change) => {
    const tampered = events.with(2, change(events[2]!));
    expect(verifyChain(tampered)).toEqual({ stream: 'count-1', revision: 2, because: 'changed' });
  });

  test('shows where an event was removed', () =>
    expect(verifyChain(events.toSpliced(2, 1))).toEqual({
      stream: 'count-1',
      revision: 2,
      because: 'missing',
    }));
  test('shows where an event was removed and the others moved up', () =>
    expect(
      verifyChain(events.toSpliced(2, 1).map((event, revision) => ({ ...event, revision }))),
    ).toEqual({
      stream: 'count-1',
      revision: 2,
      because: 'unchained',
    }));
  test('shows an event of another stream', () =>
    expect(verifyChain(events.with(3, { ...events[3]!, stream: 'count-2' }))).toMatchObject({
      revision: 3,
      because: 'missing',
    }));
});
