import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import { NewerEvent } from '#platform/event-log/event-log.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { createEventReader } from '#projections/event-reader.js';
import { expect, test } from '@jest/globals';
import { StreamHistory } from './stream-history.js';

const STREAM = 'lead-org_1';
const reader = createEventReader(new KeyStoreInMemory()) as Sealing;
function createHistory(...types: readonly string[]): StreamHistory {
  const events = recorded(...types.map((type) => [STREAM, { type, data: {} }] as const));
  const versioned = events.map((event) => ({
    ...event,
    metadata: { ...event.metadata, schemaVersion: 1 },
  }));
  return new StreamHistory(new EventLogInMemory(versioned), reader);
}

test('a stream is read without its platform events', async () =>
  expect(
    await createHistory('LeadCreated', 'ClaimFenced', 'LeadDeleted').loadEvents(
      leadAggregate,
      STREAM,
    ),
  ).toMatchObject([{ type: 'LeadCreated' }, { type: 'LeadDeleted' }]));

test('nothing is decided without an event that only a newer build knows', () =>
  expect(
    createHistory('LeadCreated', 'LeadPaused').loadEvents(leadAggregate, STREAM),
  ).rejects.toThrow(NewerEvent));
