import { beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'libsql';
import { CollectionOnSqlite, mergedLists } from '#platform/read-side/read-store/collection-on-sqlite.js';
import { listsOf, planOf } from '#platform/read-side/read-store/question.js';
import type { Filter } from '#platform/read-side/read-store/read-store.js';
import { leadSorts } from '#domain/leads/lead.values.js';
import { leadList, leadOrders } from './lead-list.projection.js';

const collection = { ...leadList, name: 'lead-list@1.1' };
const database = new Database(':memory:');
const unused = (): never => {
  throw new Error('Nothing is read or written here');
};

beforeAll(() => {
  const onSqlite = new CollectionOnSqlite(collection, { reader: unused, writer: unused });
  for (const statement of onSqlite.schema()) database.exec(statement);
});

const filters = [undefined, 'New'].flatMap((status) =>
  [undefined, 'Builder'].flatMap((type) => [undefined, 'asha'].map((assignedTo): Filter => ({ organizationId: 'org', status, type, assignedTo }))),
);

describe.each(leadSorts)('the list in the order of %s', (order) => {
  test.each(filters)('is read from nothing but an index, in order, for %j', (filter) => {
    const plan = planOf(collection, { filter, sort: leadOrders[order], limit: 12 });
    const { sql, parameters } = mergedLists('"lead-list@1.1"', { ...plan, after: Buffer.from([1]) }, 'org');
    const explained = database.prepare(`EXPLAIN QUERY PLAN SELECT * FROM (${sql}) ORDER BY place LIMIT 13`).all([...parameters]);
    const steps = (explained as { detail: string }[]).map(({ detail }) => detail);
    const reading = steps.filter((step) => /SCAN lead|SEARCH/.test(step));
    expect(reading).toHaveLength(listsOf(plan));
    for (const step of reading) expect(step).toMatch(/^SEARCH .* USING COVERING INDEX /);
    expect(steps.join()).not.toMatch(/TEMP B-TREE/);
  });
});
