import { MAX_VISITS_ON_MAP } from '#domain/visits/visit.values.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { people } from '#projections/accounts/people.projection.js';
import { visits } from '#projections/visits/visits.projection.js';
import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { ListVisitPins, ListVisitPinsHandler } from './visits.query.js';

test('a map shows the newest visits up to its limit, and says that there are older ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pins-'));
  const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));
  const { name, version, indexes, filters, search } = visits;
  const collection = `${name}@${version}.1`;
  const peopleCollection = `${people.name}@${people.version}.1`;
  await store.ensure([
    { name: collection, indexes, filters: filters!, search: search!, hasSums: true },
    { name: peopleCollection, indexes: [], filters: [], search: [], hasSums: false },
  ]);
  await store.setCurrentCollections({ [name]: collection, [people.name]: peopleCollection });
  const visit = (number: number) => ({
    organizationId: 'org',
    tab: 'completed',
    member: 'ravi',
    leadId: 'lead',
    leadName: 'Asha',
    visitId: String(number),
    day: '2026-11-21',
    at: new Date(Date.UTC(2026, 10, 21) + number * 1_000).toISOString(),
    notes: 'Roof measured',
    phone: '+919876543210',
    startedAt: '2026-11-21T04:00:00.000Z',
    endedAt: '2026-11-21T04:30:00.000Z',
    ...(number % 2 === 0 && { place: { lat: 18.5, lng: 73.8, address: 'Baner, Pune' } }),
  });
  const documents = Array.from({ length: MAX_VISITS_ON_MAP + 2 }, (_, number) => ({
    collection,
    id: `org_${number}`,
    json: JSON.stringify(visit(number)),
  }));
  const checkpoint = { log: 'log', position: '1', eventId: '', stream: '', revision: 0, epoch: 0 };
  await store.commit({
    track: 'current',
    expected: undefined,
    checkpoint,
    documents,
    sums: [],
    changes: [],
  });

  const views = new Views(store);
  const asker = { organizationId: 'org', role: 'admin', id: 'meera' } as Asker;
  const pins = await new ListVisitPinsHandler(views, new PersonNames(views)).execute(
    new ListVisitPins(asker, {}),
  );
  expect(pins).toMatchObject({ unplaced: MAX_VISITS_ON_MAP / 2, hasMore: true });
  expect(pins.items).toHaveLength(MAX_VISITS_ON_MAP / 2);
  expect(pins.items[0]).toEqual({
    visitId: String(MAX_VISITS_ON_MAP),
    leadId: 'lead',
    leadName: 'Asha',
    by: { id: 'ravi', name: '' },
    day: '2026-11-21',
    startedAt: '2026-11-21T04:00:00.000Z',
    endedAt: '2026-11-21T04:30:00.000Z',
    lat: 18.5,
    lng: 73.8,
    area: 'Baner',
    town: 'Pune',
  });
  await store.close();
  rmSync(folder, { recursive: true });
});
