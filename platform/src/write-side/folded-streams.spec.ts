import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { NewerEvent } from '../event-log/event-log.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import { createSealing } from '../sealing/sealing.js';
import { EventLogInMemory } from '../testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '../testing/in-memory/key-store-in-memory.js';
import { recorded } from '../testing/recorded.js';
import { type Folding, createFoldedStreams } from './folded-streams.js';

const STREAM = 'lamp-org_1';
const events = { Lit: z.object({}), Dimmed: z.object({}) };
const names: Folding<readonly string[]> = {
  category: 'lamp',
  events,
  initialState: [],
  evolve: (known, { type }) => [...known, type],
};

function foldEvents(...types: readonly string[]) {
  const stored = recorded(...types.map((type) => [STREAM, { type, data: {} }] as const));
  const log = new EventLogInMemory(
    stored.map((event) => ({ ...event, metadata: { ...event.metadata, schemaVersion: 1 } })),
  );
  const reader = createSealing({
    catalogue: eventCatalogue([events]),
    keys: new KeyStoreInMemory(),
  });
  return createFoldedStreams({ log, reader });
}

test('the known state leaves out what only a newer build knows', async () => {
  const folded = foldEvents('Lit', 'Flickered', 'Dimmed');
  await expect(folded.load(names, STREAM)).rejects.toThrow(NewerEvent);
  expect(await folded.loadKnownState(names, STREAM)).toEqual(['Lit', 'Dimmed']);
});

test('the known state is that of all events if each is known', async () =>
  expect(await foldEvents('Lit', 'Dimmed').loadKnownState(names, STREAM)).toEqual([
    'Lit',
    'Dimmed',
  ]));

test('a record whose first event is unknown has no known state', () =>
  expect(foldEvents('Flickered', 'Lit').loadKnownState(names, STREAM)).rejects.toThrow(NewerEvent));

test.each(['LampErased', 'LampDeleted'])(
  'a record with a %s that only a newer build knows has no known state',
  (removed) =>
    expect(foldEvents('Lit', removed).loadKnownState(names, STREAM)).rejects.toThrow(NewerEvent),
);
