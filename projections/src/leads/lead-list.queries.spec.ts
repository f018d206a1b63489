import { beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'libsql';
import { CollectionOnSqlite } from '#platform/read-side/read-store/collection-on-sqlite.js';
import { encodeCursor } from '#platform/read-side/read-store/query-plan.js';
import type { Filter } from '#platform/read-side/read-store/read-store.js';
import { leadSorts } from '#domain/leads/lead.values.js';
import { leadList, LEAD_ORDERS, waitOrder } from './lead-list.projection.js';

const collection = { ...leadList, name: 'lead-list@1.1' };
const database = new Database(':memory:');
const failIfUsed = (): never => {
  throw new Error('Nothing is read or written here');
};

const onSqlite = new CollectionOnSqlite(collection, { reader: failIfUsed, writer: failIfUsed });

beforeAll(() => {
  for (const statement of onSqlite.schema()) database.exec(statement);
});

const filters: readonly Filter[] = [undefined, 'New']
  .flatMap((status) =>
    [undefined, 'Builder'].flatMap((type) =>
      [undefined, 'asha'].map((assignedTo): Filter => ({
        organizationId: 'org',
        status,
        type,
        assignedTo,
      })),
    ),
  )
  .flatMap((filter) => [filter, { ...filter, isUndated: true }]);

const orders = [
  ...leadSorts.map((sort) => LEAD_ORDERS[sort]),
  waitOrder('unanswered'),
  waitOrder('unreplied'),
];

describe.each(orders.map((sort) => sort.join()))('the list in the order of %s', (order) => {
  test.each(filters)('is read from its index only, in order, for %j', (filter) => {
    const page = { filter, sort: order.split(','), limit: 12 };
    const after = encodeCursor(collection, page, Buffer.from([1]));
    const { sql, parameters } = onSqlite.sortedRows({ ...page, after });
    const queryPlan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all([...parameters]);
    const steps = (queryPlan as { detail: string }[]).map(({ detail }) => detail);
    expect(steps).toEqual([
      expect.stringMatching(
        /^SEARCH .* USING COVERING INDEX .* \(organization=\?( AND =assignedTo=\?)? AND <.*>\?\)$/,
      ),
    ]);
    expect(steps[0]).toContain(order);
  });
});
