import { beforeAll, describe, expect, test } from '@jest/globals';
import { leadSorts, leadStatuses, leadTypes } from '#domain/leads/lead.values.js';
import { CollectionOnMongo } from '#platform/read-side/read-store/collection-on-mongo.js';
import type { Filter, Page } from '#platform/read-side/read-store/read-store.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { leadList, LEAD_ORDERS } from '#projections/leads/lead-list.projection.js';
import { connectToNewDatabases } from './programs/mongod.js';

const { connect } = await connectToNewDatabases();
const mongo = await connect();
const declared = { ...leadList, name: 'lead-list@1.1' };
const collection = new CollectionOnMongo(declared, mongo.part('views').db);
const members = ['asha', 'ravi', 'kiran'];

const LEAD_COUNT = 1_500;
const PAGE_ROWS = 12;
/** Limit of a read that returns all leads. */
const ALL_ROWS = 2_000;
const START_MS = 1_700_000_000_000;

/** Instant within some hours of the start; the factors are primes. */
const creationOf = (number: number) =>
  new Date(START_MS + ((number * 7_919) % 10_007) * 1_000).toISOString();
/** Lead with values that differ from those of its neighbours. */
const lead = (number: number) => ({
  organizationId: number % 5 === 0 ? 'other' : 'org',
  status: leadStatuses[number % leadStatuses.length],
  type: leadTypes[number % leadTypes.length],
  assignedTo: members[number % members.length],
  createdAt: creationOf(number),
  createdOn: creationOf(number).slice(0, 10),
  ...(number % 3 > 0 && { nextFollowUpOn: `2026-11-${10 + (number % 20)}` }),
  quotedPaise: (number * 31) % 97,
  name: `Name ${number}`,
  phone: `+9198${String(10_000_000 + number)}`,
});

beforeAll(async () => {
  const store = await ReadStoreOnMongo.open(mongo);
  await store.ensure([declared]);
  const documents = Array.from({ length: LEAD_COUNT }, (_, number) => ({
    collection: declared.name,
    id: `id-${number}`,
    json: JSON.stringify(lead(number)),
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

type Stage = {
  readonly stage: string;
  readonly indexName?: string;
  readonly inputStage?: Stage;
  readonly inputStages?: readonly Stage[];
};
type Explanation = {
  readonly queryPlanner: { readonly winningPlan: Stage };
  readonly executionStats: {
    readonly totalKeysExamined: number;
    readonly totalDocsExamined: number;
  };
};

const listStages = (stage: Stage): readonly Stage[] => [
  stage,
  ...[...(stage.inputStages ?? []), ...(stage.inputStage ? [stage.inputStage] : [])].flatMap(
    listStages,
  ),
];

async function explainQuery(page: Page) {
  const { query, options } = collection.pageQuery(page);
  const { queryPlanner, executionStats } = (await collection.records
    .find(query, options)
    .explain('executionStats')) as Explanation;
  return { stages: listStages(queryPlanner.winningPlan), ...executionStats };
}

const filters = [undefined, 'New'].flatMap((status) =>
  [undefined, 'Builder'].flatMap((type) =>
    [undefined, 'asha'].map((assignedTo): Filter => ({
      organizationId: 'org',
      status,
      type,
      assignedTo,
    })),
  ),
);

describe.each(leadSorts)('the list in the order of %s', (order) => {
  test.each(filters)(
    'is read from one index, in order and only up to the page, for %j',
    async (filter) => {
      const page = { filter, sort: LEAD_ORDERS[order], limit: PAGE_ROWS };
      const { stages, totalKeysExamined, totalDocsExamined } = await explainQuery(page);
      const stageNames = stages.map(({ stage }) => stage);
      expect(stageNames).not.toContain('COLLSCAN');
      expect(stageNames).not.toContain('SORT');
      const scans = stages.filter(({ stage }) => stage === 'IXSCAN');
      const isOfMember = order === 'created' && filter['assignedTo'] !== undefined;
      expect(scans.map(({ indexName }) => indexName)).toEqual([
        `organizationId${isOfMember ? ',assignedTo' : ''}/${LEAD_ORDERS[order].join()}`,
      ]);
      const store = await ReadStoreOnMongo.open(mongo);
      const findIds = async (page: Page) =>
        (await store.find(declared.name, page)).items.map(({ id }) => id);
      const pageIds = await findIds({ ...page, limit: PAGE_ROWS + 1 });
      const isLastPage = pageIds.length <= PAGE_ROWS;
      const allIds = await findIds({
        ...page,
        filter: { organizationId: 'org', ...(isOfMember && { assignedTo: filter['assignedTo'] }) },
        limit: ALL_ROWS,
      });
      // MongoDB may examine one key more: that of the next lead, or the end of the organization's
      // range.
      expect(totalKeysExamined).toBeLessThanOrEqual(
        (isLastPage ? allIds.length : allIds.indexOf(pageIds[PAGE_ROWS]!)) + 1,
      );
      expect(totalDocsExamined).toBe(pageIds.length);
    },
  );

  test('is the same by pages as in one read', async () => {
    const store = await ReadStoreOnMongo.open(mongo);
    for (const filter of filters) {
      const page = { filter, sort: LEAD_ORDERS[order] };
      const allRows = await store.find(declared.name, { ...page, limit: ALL_ROWS });
      const pagedIds: string[] = [];
      for (let after: string | undefined; ;) {
        const { items, next } = await store.find(declared.name, { ...page, limit: 97, after });
        pagedIds.push(...items.map(({ id }) => id));
        if (!next) break;
        after = next;
      }
      expect(pagedIds).toEqual(allRows.items.map(({ id }) => id));
      const matching = Array.from({ length: LEAD_COUNT }, (_, number) => lead(number)).filter(
        (each) =>
          Object.entries(filter).every(
            ([field, value]) => value === undefined || each[field as keyof typeof each] === value,
          ),
      );
      expect(pagedIds).toHaveLength(matching.length);
    }
  });
});

test('a search reads texts of the organization only, and no other document', async () => {
  const page = {
    filter: { organizationId: 'org' },
    sort: LEAD_ORDERS.created,
    limit: PAGE_ROWS,
    search: ['10000012'],
  };
  const { stages, totalDocsExamined } = await explainQuery(page);
  expect(
    stages.filter(({ stage }) => stage === 'IXSCAN').map(({ indexName }) => indexName),
  ).toEqual([`organizationId/${LEAD_ORDERS.created.join()}`]);
  expect(stages.map(({ stage }) => stage)).not.toContain('COLLSCAN');
  expect(totalDocsExamined).toBe(1);
});
