import { beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'libsql';
import { CollectionOnSqlite } from '#platform/read-store/collection-on-sqlite.js';
import { DocumentsAtHand } from '#platform/read-store/documents-at-hand.js';
import { listsOf, pageStatement, planOf } from '#platform/read-store/page-statement.js';
import type { Filter } from '#platform/read-store/read-store.js';
import { leadSorts } from '#domain/leads/lead.views.js';
import { leadList, leadOrders } from './lead-list.projection.js';

const collection = { ...leadList, name: 'lead-list@1.1' };
const database = new Database(':memory:');
const unused = (): never => {
  throw new Error('Nothing is read or written here');
};

beforeAll(() => {
  for (const statement of new CollectionOnSqlite(collection, { reader: unused, writer: unused }, unused, new DocumentsAtHand().shelf()).schema())
    database.exec(statement);
});

const filters = [undefined, 'New'].flatMap((status) =>
  [undefined, 'Builder'].flatMap((type) => [undefined, 'asha'].map((assignedTo): Filter => ({ organizationId: 'org', status, type, assignedTo }))),
);

describe.each(leadSorts)('the list in the order of %s', (order) => {
  test.each(filters)('is read from nothing but an index, in order, for %j', (filter) => {
    const plan = planOf(collection, { filter, sort: leadOrders[order] });
    const sql = pageStatement('"lead-list@1.1"', plan, true, 0);
    const parameters = [1, ...plan.values.flat().map(String), new Uint8Array(), 13];
    const steps = (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]).map(({ detail }) => detail);
    const reading = steps.filter((step) => /SCAN lead|SEARCH/.test(step));
    expect(reading).toHaveLength(listsOf(plan));
    for (const step of reading) expect(step).toMatch(/^SEARCH .* USING COVERING INDEX /);
    expect(steps.join()).not.toMatch(/TEMP B-TREE/);
  });
});
