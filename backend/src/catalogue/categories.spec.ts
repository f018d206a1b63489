import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { categories } from '#projections/catalogue/categories.projection.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListCategories, ListCategoriesHandler } from './catalogue.query.js';

const folder = mkdtempSync(join(tmpdir(), 'categories-'));
const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));
const handler = new ListCategoriesHandler(new Views(store));
const asker = {
  id: 'meera',
  role: 'admin',
  organizationId: 'org',
  timeZone: 'Asia/Kolkata',
} as const;

beforeAll(async () => {
  const { name, version, indexes, filters } = categories;
  const collection = `${name}@${version}.1`;
  await store.ensure([{ name: collection, indexes, filters: filters! }]);
  await store.setCurrentCollections({ [name]: collection });
  const documents = Array.from({ length: 1_001 }, (_, number) => {
    const categoryId = String(number).padStart(4, '0');
    const json = JSON.stringify({
      categoryId,
      organizationId: 'org',
      kind: number % 2 ? 'product' : 'offer',
      name: `Category ${categoryId}`,
    });
    return { collection, id: `org_${categoryId}`, json };
  });
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
  ['of all kinds', undefined, 3 + 1_001],
  ['of one kind', 'offer' as const, 1 + 501],
])('categories %s are listed without a limit', async (_, kind, total) => {
  const { items, hasMore } = await handler.execute(new ListCategories(asker, kind));
  expect([
    new Set(items.map((item) => `${item.kind} ${item.name}`)).size,
    items.length,
    hasMore,
  ]).toEqual([total, total, false]);
});
