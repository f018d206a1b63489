import { id, personal, place, sealedApart, text } from '#domain/kernel/schema.js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCipheriv, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Opening, computeCommitment } from '../proof/commitment.js';
import { canonical } from '../event-log/canonical.js';
import {
  type NewEvent,
  type RecordedEvent,
  RevisionConflict,
  UnreadableLog,
  NO_STREAM,
} from '../event-log/event-log.js';
import { KeyLost, KeysMissing } from './key-store/key-store.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { type Envelope, getEnvelope } from './envelope.js';
import { eventCatalogue } from './event-catalogue.js';
import { type Unsealed, keysErasedBy, listKeyIds, createSealing } from './sealing.js';

const details = z.object({
  name: personal(text),
  nickname: personal(text).optional(),
  place: personal(place).optional(),
  city: z.string(),
});
const definitions = {
  GuestCame: z.object({ ...details.shape, bookedBy: id.optional() }),
  GuestChanged: z.object({
    changes: details.partial().extend({ nickname: details.shape.nickname.nullable() }),
  }),
  GuestLeft: z.object({}),
  /** Sealed under a key of its own. */
  VisitorAnnounced: sealedApart(z.object({ visitorId: z.string(), name: personal(text) })),
};
const catalogue = eventCatalogue([definitions]);
const stream = 'guest-org_1';
const emptyHead = { hash: '', key: undefined };

const unsealed = (type: string, data: object): Unsealed => ({
  type,
  data,
  metadata: {
    eventId: randomUUID(),
    organizationId: 'org',
    at: '2026-11-21T09:30:00.000Z',
  } as Unsealed['metadata'],
});
const toRecorded = (events: readonly NewEvent[]): RecordedEvent[] =>
  events.map((event, revision) => ({
    ...event,
    stream,
    revision,
    position: String(revision).padStart(20, '0'),
  }));

function openHotel(keys = new KeyStoreInMemory()) {
  const sealing = createSealing({ catalogue, keys });
  const sealEvents = async (...events: [string, object][]) =>
    toRecorded(
      await sealing.seal(
        stream,
        NO_STREAM,
        events.map(([type, data]) => unsealed(type, data)),
        emptyHead,
      ),
    );
  return {
    open: sealing.open,
    readOpenings: sealing.readOpenings,
    seal: sealing.seal,
    keys,
    sealEvents,
  };
}
const omitCity = ({ city: _, ...personalFields }: { readonly city: string }) => personalFields;
const guestData = { name: 'Rajesh Patil', place: { lat: 18.559, lng: 73.7868 }, city: 'Pune' };

describe('a sealed event', () => {
  const guest = fc.record(
    {
      name: fc.string({ minLength: 1 }),
      nickname: fc.string(),
      place: fc.record({ lat: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      city: fc.string(),
    },
    { requiredKeys: ['name', 'city'] },
  );

  test('reads as it was written', () =>
    fc.assert(
      fc.asyncProperty(guest, guest, async (data, changes) => {
        const { open, sealEvents } = openHotel();
        const opened = await open(
          await sealEvents(['GuestCame', data], ['GuestChanged', { changes }], ['GuestLeft', {}]),
        );
        // JSON turns −0 into 0.
        expect(opened.map((event) => event.data)).toEqual(
          JSON.parse(JSON.stringify([data, { changes }, {}])),
        );
      }),
    ));

  test('shows no personal data of any type', () => {
    const secret = fc.string({ minLength: 6, unit: 'grapheme-ascii' });
    return fc.assert(
      fc.asyncProperty(secret, async (name) => {
        const { sealEvents } = openHotel();
        const shown = canonical(
          (await sealEvents(
            ['GuestCame', { name, city: '' }],
            ['GuestChanged', { changes: { nickname: name } }],
          )) as object[],
        );
        expect(shown).not.toContain(JSON.stringify(name).slice(1, -1));
        expect(shown).not.toContain(Buffer.from(name).toString('base64').slice(0, 6));
      }),
    );
  });

  test('never has the same envelope twice', async () => {
    const { sealEvents } = openHotel();
    const envelopes = (await sealEvents(['GuestCame', guestData], ['GuestCame', guestData])).map(
      getEnvelope,
    ) as Envelope[];
    expect(new Set(envelopes.map(({ nonce }) => nonce)).size).toBe(2);
    expect(new Set(envelopes.map(({ text }) => text)).size).toBe(2);
  });

  test('keeps other fields readable, and seals numbers with fractions', async () => {
    const [event] = await openHotel().sealEvents(['GuestCame', guestData]);
    expect(event!.data).toEqual({
      city: 'Pune',
      sealed: {
        key: expect.any(String),
        nonce: expect.any(String),
        text: expect.any(String),
        fields: ['name', 'place'],
      },
    });
  });

  test('commits to its personal fields, which their salt opens', () =>
    fc.assert(
      fc.asyncProperty(guest, async (data) => {
        const { readOpenings, sealEvents } = openHotel();
        const events = await sealEvents(
          ['GuestCame', data],
          ['GuestCame', data],
          ['GuestLeft', {}],
        );
        const [one, other, none] = await readOpenings(events, () => true);
        const asStored = JSON.parse(JSON.stringify(one!)) as Opening;
        expect(computeCommitment(asStored)).toBe(events[0]!.metadata.commit);
        expect(asStored.fields).toEqual(JSON.parse(JSON.stringify(omitCity(data))));
        expect(other!.salt).not.toBe(asStored.salt);
        expect(none).toBeUndefined();
        expect(events[2]!.metadata.commit).toBeUndefined();
      }),
    ));

  test('of an earlier build has no commitment, and is read as before', async () => {
    const { keys, open, readOpenings, sealEvents } = openHotel();
    const [event] = await sealEvents(['GuestCame', guestData]);
    const [[id, key]] = [...keys.keys] as [[string, { key: Uint8Array }]];
    const { commit: _, eventId, ...metadata } = event!.metadata;
    const nonce = Buffer.alloc(12);
    const encryption = createCipheriv('aes-256-gcm', key.key, nonce).setAAD(
      Buffer.from(JSON.stringify([stream, eventId, 'GuestCame', 1])),
    );
    const text = Buffer.concat([
      encryption.update(JSON.stringify(omitCity(guestData))),
      encryption.final(),
      encryption.getAuthTag(),
    ]).toString('base64');
    const envelope = { key: id, nonce: nonce.toString('base64'), text, fields: ['name', 'place'] };
    const earlier = {
      ...event!,
      data: { city: 'Pune', sealed: envelope },
      metadata: { ...metadata, eventId },
    };
    expect({ ...(await open([earlier]))[0]!.data }).toEqual(guestData);
    expect(await readOpenings([earlier], () => true)).toEqual([undefined]);
  });

  test('is not opened where it is excluded, or its key is destroyed', async () => {
    const { keys, readOpenings, sealEvents } = openHotel();
    const events = await sealEvents(['GuestCame', guestData], ['GuestCame', guestData]);
    const isShown = (event: RecordedEvent): boolean => event.revision === 1;
    expect((await readOpenings(events, isShown)).map((opening) => opening !== undefined)).toEqual([
      false,
      true,
    ]);
    await keys.destroy([...listKeyIds(events)], 'the-erasure');
    expect(await readOpenings(events, () => true)).toEqual([undefined, undefined]);
  });

  test('without personal fields has no envelope', async () => {
    const { keys, sealEvents } = openHotel();
    expect(
      (await sealEvents(['GuestLeft', {}], ['GuestChanged', { changes: { city: 'Nashik' } }])).map(
        getEnvelope,
      ),
    ).toEqual([undefined, undefined]);
    expect(keys.keys.size).toBe(0);
  });

  test('can be spread and serialized', async () => {
    const { open, sealEvents } = openHotel();
    const [event] = await open(await sealEvents(['GuestCame', guestData]));
    const { city, ...personalFields } = event!.data as typeof guestData;
    expect(personalFields).toEqual({ name: guestData.name, place: guestData.place });
    expect(JSON.parse(JSON.stringify({ ...event }.data))).toEqual({ ...personalFields, city });
  });

  test.each([
    ['on another stream', (event: RecordedEvent) => ({ ...event, stream: 'guest-org_2' })],
    [
      'in another event',
      (event: RecordedEvent) => ({
        ...event,
        metadata: { ...event.metadata, eventId: randomUUID() },
      }),
    ],
    ['as another type', (event: RecordedEvent) => ({ ...event, type: 'GuestChanged' })],
    [
      'with a changed text',
      (event: RecordedEvent) => ({
        ...event,
        data: {
          sealed: { ...getEnvelope(event)!, text: `AA${getEnvelope(event)!.text.slice(2)}` },
        },
      }),
    ],
  ])('does not open %s', async (_, change) => {
    const { open, sealEvents } = openHotel();
    const [event] = await open((await sealEvents(['GuestCame', guestData])).map(change));
    expect(() => (event!.data as typeof guestData).name).toThrow(UnreadableLog);
  });

  test('refuses undeclared fields, because they might be personal', () =>
    expect(openHotel().sealEvents(['GuestLeft', { room: 12 }])).rejects.toThrow(
      'GuestLeft declares no room',
    ));
});

describe('a stream', () => {
  test('has one key, created for its first personal event and named by later ones', async () => {
    const { keys, sealEvents, seal, open } = openHotel();
    const before = await sealEvents(
      ['GuestLeft', {}],
      ['GuestCame', guestData],
      ['GuestCame', guestData],
    );
    expect(listKeyIds(before).size).toBe(1);
    const [key] = listKeyIds(before);
    // Also in a process that has never seen it.
    const otherProcess = openHotel(keys);
    const after = toRecorded(
      await otherProcess.seal(stream, 2, [unsealed('GuestCame', guestData)], {
        hash: before.at(-1)!.metadata.hash,
        key,
      }),
    );
    expect([...listKeyIds(after)]).toEqual([key]);
    expect((await open(after))[0]!.data).toEqual(guestData);
    expect([
      ...listKeyIds(
        toRecorded(
          await seal('guest-org_2', NO_STREAM, [unsealed('GuestCame', guestData)], emptyHead),
        ),
      ),
    ]).not.toEqual([key]);
  });

  test('whose key was destroyed reads as empty and erased, and accepts no personal data any more', async () => {
    const { keys, sealEvents, seal, open } = openHotel();
    const events = await sealEvents(
      ['GuestCame', { ...guestData, nickname: 'Raju' }],
      ['GuestChanged', { changes: { name: 'R', nickname: null, city: 'Nashik' } }],
      ['GuestLeft', {}],
    );
    const [key] = listKeyIds(events);
    await keys.destroy([key!], 'the-erasure');
    const opened = await open(events);
    expect(opened.map(({ data, erased }) => ({ data, erased }))).toEqual([
      { data: { name: '', city: 'Pune' }, erased: true },
      { data: { changes: { city: 'Nashik' } }, erased: true },
      { data: {}, erased: undefined },
    ]);
    expect('nickname' in opened[0]!.data).toBe(false);
    await expect(
      seal(stream, 2, [unsealed('GuestCame', guestData)], { hash: 'h', key }),
    ).rejects.toThrow(RevisionConflict);
  });

  test('that was erased reads as empty even if an earlier build stored a field in plain text, which stays as written', async () => {
    const earlierSchemas = [
      z.object({ ...definitions.GuestCame.shape, name: z.string() }),
      z.object({ changes: z.object({ name: z.string() }) }),
    ];
    const keys = new KeyStoreInMemory();
    const earlierSealing = createSealing({
      catalogue: eventCatalogue([
        { GuestCame: earlierSchemas[0]!, GuestChanged: earlierSchemas[1]! },
      ]),
      keys,
    });
    const written = [
      unsealed('GuestCame', guestData),
      unsealed('GuestChanged', { changes: { name: 'Raju' } }),
    ];
    const events = toRecorded(await earlierSealing.seal(stream, NO_STREAM, written, emptyHead));
    const { open } = openHotel(keys);
    expect((await open(events)).map(({ data }) => data)).toEqual([
      guestData,
      { changes: { name: 'Raju' } },
    ]);

    await keys.destroy([...listKeyIds(events)], 'the-erasure');
    const asWritten = canonical(events as unknown as object[]);
    expect((await open(events)).map(({ data, erased }) => ({ data, erased }))).toEqual([
      { data: { name: '', city: 'Pune' }, erased: true },
      { data: { changes: {} }, erased: true },
    ]);
    expect(canonical(events as unknown as object[])).toBe(asWritten);
  });

  test('whose key is missing is damaged, and not an erased person', async () => {
    const { sealEvents } = openHotel();
    const [event] = await openHotel().open(await sealEvents(['GuestCame', guestData]));
    expect(event!.erased).toBeUndefined();
    expect(() => structuredClone(event!.data)).toThrow(KeyLost);
  });

  test('takes no more personal data while its key is missing', async () => {
    const head = { hash: 'before', key: 'lost' };
    await expect(
      openHotel().seal(stream, 0, [unsealed('GuestCame', guestData)], head),
    ).rejects.toThrow(KeysMissing);
  });

  test('reads as erased at once in processes that were not notified', async () => {
    const { keys, sealEvents, open } = openHotel();
    const events = await sealEvents(['GuestCame', guestData]);
    expect((await open(events))[0]!.erased).toBeUndefined();
    await keys.destroy([...listKeyIds(events)], 'the-erasure');
    expect((await open(events))[0]!.erased).toBe(true);
  });
});

describe('an event with a key of its own', () => {
  const announced = (visitorId: string, name: string) =>
    unsealed('VisitorAnnounced', { visitorId, name });
  /** A guest and two visitors of one stream. */
  async function createWithVisitors() {
    const { seal, open, keys } = openHotel();
    const events: RecordedEvent[] = [];
    const append = async (event: Unsealed): Promise<void> => {
      const key = events.map(getEnvelope).findLast((envelope) => envelope && !envelope.own)?.key;
      const head = { hash: events.at(-1)?.metadata.hash ?? '', key };
      const [sealedEvent] = await seal(stream, events.length - 1, [event], head);
      const revision = events.length;
      events.push({ ...toRecorded([sealedEvent!])[0]!, revision });
    };
    await append(unsealed('GuestCame', guestData));
    await append(announced('one', 'Asha Iyer'));
    await append(announced('two', 'Kiran Wagle'));
    await append(unsealed('GuestChanged', { changes: { name: 'Rajesh' } }));
    return { open, keys, events };
  }
  const erasure = (data: object): RecordedEvent =>
    toRecorded([unsealed('VisitorErased', data) as unknown as NewEvent])[0]!;

  test('shares it with no other event of its stream', async () => {
    const { events } = await createWithVisitors();
    expect(listKeyIds(events).size).toBe(3);
    expect(getEnvelope(events[0]!)!.key).toBe(getEnvelope(events[3]!)!.key);
  });
  test('is erased alone', async () => {
    const { open, keys, events } = await createWithVisitors();
    const erasedKeys = keysErasedBy(erasure({ visitorId: 'one', reason: 'asked' }), events);
    expect([...erasedKeys]).toEqual([getEnvelope(events[1]!)!.key]);
    await keys.destroy([...erasedKeys], 'erasure');
    const opened = await open(events);
    expect(opened.map(({ erased }) => erased)).toEqual([undefined, true, undefined, undefined]);
    expect(opened.map(({ data }) => (data as { name?: string }).name)).toEqual([
      'Rajesh Patil',
      '',
      'Kiran Wagle',
      undefined,
    ]);
  });
  test('is erased with its whole stream', async () => {
    const { events } = await createWithVisitors();
    expect(keysErasedBy(erasure({ reason: 'asked' }), events).size).toBe(3);
  });
  test('is the only one of its append', async () => {
    const { seal } = openHotel();
    const events = [announced('one', 'Asha Iyer'), announced('two', 'Kiran Wagle')];
    await expect(seal(stream, NO_STREAM, events, emptyHead)).rejects.toThrow('alone');
  });
});
