import { MAX_VISITS_COUNTED } from '#domain/visits/visit.values.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { followUps } from '#projections/leads/follow-ups.projection.js';
import { visits } from '#projections/visits/visits.projection.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countVisits } from './visit-counts.js';

const folder = mkdtempSync(join(tmpdir(), 'visits-'));
const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));
const views = new Views(store);
const find = jest.spyOn(views, 'find');
const countEach = jest.spyOn(views, 'countEach');

beforeAll(async () => {
  const collections = [visits, followUps].map(({ name, version, indexes, filters, search }) => ({
    name: `${name}@${version}.1`,
    indexes,
    ...(filters && { filters }),
    search: search!,
    hasSums: true,
  }));
  await store.ensure(collections);
  await store.setCurrentCollections({
    [visits.name]: collections[0]!.name,
    [followUps.name]: collections[1]!.name,
  });
  const cancelled = {
    organizationId: 'org',
    tab: 'cancelled',
    member: 'ravi',
    day: '2026-11-21',
    at: '2026-11-21T09:30:00.000Z',
    leadName: 'Asha',
  };
  const documents = Array.from({ length: MAX_VISITS_COUNTED + 500 }, (_, number) => ({
    collection: collections[0]!.name,
    id: `org_${number}`,
    json: JSON.stringify(cancelled),
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
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['of everyone', { member: undefined, days: undefined }],
  ['of a member', { member: 'ravi', days: undefined }],
  ['of some days', { member: undefined, days: { from: '2026-11-01', to: '2026-11-30' } }],
])('visits %s are read only up to the counting limit', async (_, filters) => {
  find.mockClear();
  const counts = await countVisits(views, 'org', { ...filters, search: undefined });
  expect(counts).toEqual({ upcoming: 0, completed: 0, cancelled: MAX_VISITS_COUNTED + 1 });
  expect(countEach).not.toHaveBeenCalled();
  for (const [, , { limit }] of find.mock.calls) expect(limit).toBe(MAX_VISITS_COUNTED + 1);
});
