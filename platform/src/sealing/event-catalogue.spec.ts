import { personal } from '#domain/kernel/schema.js';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  type RecordedEvent,
  NewerEvent,
  NO_STREAM,
  withPlaceholders,
} from '../event-log/event-log.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { eventCatalogue } from './event-catalogue.js';
import { type Unsealed, listKeyIds, createSealing } from './sealing.js';

const named = { GuestCame: z.object({ name: personal(z.string()), room: z.int() }) };
/** Today a name has two parts, and a room is a text. */
const withNameParts = {
  GuestCame: z.object({
    firstName: personal(z.string()),
    lastName: personal(z.string()).optional(),
    room: z.string(),
  }),
};
const upcasters = {
  GuestCame: [
    ({ name, ...rest }: Readonly<Record<string, unknown>>) => ({
      ...rest,
      firstName: String(name).split(' ')[0],
      lastName: String(name).split(' ')[1],
    }),
    ({ room, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, room: String(room) }),
  ],
};
/** Chain head of a stream without events. */
const noChainHead = { hash: '', key: undefined };
const metadata = { eventId: 'e', organizationId: 'org' } as Unsealed['metadata'];

test('an event of an old version is read as the current one', async () => {
  const keys = new KeyStoreInMemory();
  const earlierSealing = createSealing({ catalogue: eventCatalogue([named]), keys });
  const currentSealing = createSealing({
    catalogue: eventCatalogue([withNameParts], upcasters),
    keys,
  });
  const stored = (
    await earlierSealing.seal(
      'guest-1',
      NO_STREAM,
      [{ type: 'GuestCame', data: { name: 'Rajesh Patil', room: 12 }, metadata }],
      noChainHead,
    )
  ).map((event): RecordedEvent => ({ ...event, stream: 'guest-1', revision: 0, position: '0' }));
  expect((await currentSealing.open(stored))[0]!.data).toEqual({
    firstName: 'Rajesh',
    lastName: 'Patil',
    room: '12',
  });

  await keys.destroy([...listKeyIds(stored)], 'the-erasure');
  expect((await currentSealing.open(stored))[0]).toMatchObject({
    erased: true,
    data: { firstName: '', room: '12' },
  });
});

test('new events have the version of the last upcaster', () =>
  expect(eventCatalogue([withNameParts], upcasters).get('GuestCame').version).toBe(3));

test.each([
  [
    'of a type that is in no catalogue',
    { type: 'GuestSang', data: {}, metadata: { ...metadata, schemaVersion: 1 } },
  ],
  [
    'of a version that is newer than this build',
    { type: 'GuestCame', data: {}, metadata: { ...metadata, schemaVersion: 2 } },
  ],
  [
    'of version 0, which this build does not know either',
    { type: 'GuestCame', data: {}, metadata: { ...metadata, schemaVersion: 0 } },
  ],
])('an event %s rejects a read, and the others are read if it is marked', async (_, event) => {
  const { open, markNewer } = createSealing({
    catalogue: eventCatalogue([named]),
    keys: new KeyStoreInMemory(),
  });
  const place = { stream: 'guest-1', position: '0' };
  const stored = [
    { type: 'GuestCame', data: { room: 12 }, metadata: { ...metadata, schemaVersion: 1 } },
    event,
  ].map((each, revision) => ({ ...place, ...each, revision }) as RecordedEvent);
  const {
    type,
    metadata: { schemaVersion },
  } = event;
  const name = schemaVersion === 1 ? type : `${type} (version ${schemaVersion})`;
  const damage = `needs a newer build, which knows ${name}`;

  await expect(open(stored)).rejects.toThrow(new NewerEvent('guest-1', `at 1 ${damage}`));
  // The rejection carries all events, with a placeholder for the newer one.
  const marked = [
    { type: 'GuestCame', data: { room: 12 } },
    { type, damage },
  ];
  expect(await withPlaceholders(open(stored))).toMatchObject(marked);
  expect(await open(markNewer(stored))).toMatchObject(marked);
  expect(markNewer(stored)[0]).toBe(stored[0]);
});

test.each([
  [
    'two events have one name',
    () => eventCatalogue([named, withNameParts]),
    'Two events are called GuestCame',
  ],
  [
    'an upcaster has no event',
    () => eventCatalogue([], upcasters),
    'There is an upcaster for GuestCame, but no such event',
  ],
  [
    'a personal field is nested too deep',
    () =>
      eventCatalogue([
        { A: z.object({ b: z.object({ c: z.object({ d: personal(z.string()) }) }) }) },
      ]),
    'b.c are nested too deep',
  ],
  [
    'a personal field stands in a list',
    () => eventCatalogue([{ A: z.object({ b: z.array(personal(z.string())) }) }]),
    'b are nested too deep',
  ],
  [
    'a personal field is not a text',
    () => eventCatalogue([{ A: z.object({ b: personal(z.int()) }) }]),
    'b is personal, so it has to be a text',
  ],
])('a catalogue is refused if %s', (_, make, message) => expect(make).toThrow(message));
