/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { queries } from '#domain/queries.js';
import '../bills/bill-queries.js';
import { declareCustomerRecords } from '../customers/customer-records.js';
import { declareItemRecords } from '../catalogue/item-records.js';
import { declareAlertRecords } from '../notifications/alert-records.js';
import { lists, records } from '../lib/records/device-cache.js';
import { type Change, flushInvalidations, receiveChanges } from '../lib/live/live-changes.js';
import { queryClient } from '../lib/query-client.js';
import '../quotations/quotation-records.js';
import { declareVisitRecords } from '../visits/visit-records.js';
import type { ListData } from '../lib/records/list-data.js';
import type { ListSource } from '../lib/records/list-queries.js';
import { type ListName, listViews, refOfRow } from '../lib/records/record.js';

declareItemRecords();
declareAlertRecords();
declareCustomerRecords();
declareVisitRecords();

const PAGE_SIZE = 12;
const LOADED_ROWS = 10 * PAGE_SIZE;
const ROWS_ON_SERVER = 2 * LOADED_ROWS;
/** Number of the row that is listed first. */
const NEWEST_NUMBER = ROWS_ON_SERVER - 1;
/** Number of a loaded row that another record's change refers to. */
const AFFECTED_NUMBER = 150;
type Row = Readonly<Record<string, unknown>>;

const person = { id: 'asha', name: 'Asha' };
const dayOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
const timeOf = (number: number): string => `${dayOf(number)}T08:00:00.000Z`;
const idOf = (number: number): string => `id${String(number).padStart(4, '0')}`;
const commonItemFields = {
  status: 'Active',
  category: 'Pumps',
  categoryId: 'pumps',
  shareCount: 0,
  createdBy: person,
  description: '',
};
const prices = { mrpPaise: 200, livePricePaise: 100 };
const packageFields = {
  items: [{ productId: 'pump', quantity: 2, name: 'Pump', ...prices, status: 'Active' }],
  totalMrpPaise: 400,
  totalPricePaise: 200,
};
const changedBill = {
  type: 'Food',
  amountPaise: 450_00,
  status: 'Rejected',
  isErased: true,
  revision: 5,
};
const about = { kind: 'lead-assigned', leadId: 'lead', billId: 'bill', offerId: 'offer' };
const alert = {
  lead: { name: 'Asha', city: 'Pune' },
  bill: { type: 'Travel' },
  offer: { title: 'Diwali' },
};

/** Row of a list by its number; the highest number is listed first. */
const createRow: Readonly<Record<ListName, (number: number, revision: number) => Row>> = {
  leads: (number, revision) => ({
    leadId: idOf(number),
    revision,
    name: `Lead ${revision}`,
    status: 'New',
    type: 'Owner',
    assignedTo: person,
    createdOn: dayOf(number),
    createdAt: timeOf(number),
  }),
  'leads/:leadId/timeline': (number) => ({
    entryId: idOf(number),
    leadId: 'lead',
    revision: number,
  }),
  activity: (number) => ({ entryId: idOf(number), at: timeOf(number) }),
  'follow-ups': (number, revision) => ({
    followUpId: idOf(number),
    revision,
    tab: 'upcoming',
    leadId: 'lead',
    dueOn: dayOf(1_000 - number),
    status: 'New',
    assignedTo: person,
  }),
  visits: (number, revision) => ({
    followUpId: idOf(number),
    revision,
    tab: 'upcoming',
    leadId: 'lead',
    dueOn: dayOf(1_000 - number),
    status: 'New',
    assignedTo: person,
  }),
  bills: (number, revision) => ({
    billId: idOf(number),
    revision,
    status: 'Pending',
    type: 'Travel',
    submittedBy: person,
    spentOn: dayOf(number),
    submittedAt: timeOf(number),
  }),
  quotations: (number, revision) => ({
    quotationId: idOf(number),
    leadId: 'lead',
    revision,
    status: 'Sent',
    assignedTo: person,
    createdOn: dayOf(number),
    changedAt: timeOf(number),
  }),
  'quotations/:quotationId/history': (number) => ({
    entryId: idOf(number),
    quotationId: 'quotation',
    type: 'QuotationViewed',
    at: timeOf(number),
    revision: number,
  }),
  customers: (number, revision) => ({
    customerId: idOf(number),
    leadId: idOf(number),
    revision,
    stage: 'In Progress',
    paymentStatus: 'Partial',
    convertedAt: timeOf(number),
  }),
  products: (number, revision) => ({
    productId: idOf(number),
    revision,
    ...commonItemFields,
    name: 'Pump',
    ...prices,
    createdAt: timeOf(number),
  }),
  packages: (number, revision) => ({
    packageId: idOf(number),
    revision,
    ...commonItemFields,
    name: 'Kit',
    ...packageFields,
    createdAt: timeOf(number),
  }),
  offers: (number, revision) => ({
    offerId: idOf(number),
    revision,
    ...commonItemFields,
    title: 'Diwali',
    fileType: 'pdf',
    createdAt: timeOf(number),
  }),
  alerts: (number, revision) => ({
    alertId: idOf(number),
    type: 'lead',
    about,
    ...alert,
    at: timeOf(number),
    isRead: revision > 1,
  }),
};

/** Changes of other records whose fields rows show, by list and view, with the changed fields. */
const changesOfOtherRecords: Readonly<
  Record<
    string,
    {
      readonly change: Omit<Change, 'view' | 'revision'>;
      readonly changedFields: (number: number) => Row;
    }
  >
> = {
  ...Object.fromEntries(
    ['products', 'packages', 'offers'].flatMap((list) => [
      [
        `${list} categories`,
        {
          change: { id: 'pumps', document: { categoryId: 'pumps', name: 'Motors', revision: 5 } },
          changedFields: () => ({ category: 'Motors' }),
        },
      ],
      [
        `${list} shares`,
        {
          change: { id: 'share', document: { itemId: idOf(AFFECTED_NUMBER), shareCount: 7 } },
          changedFields: (number) => ({ shareCount: number === AFFECTED_NUMBER ? 7 : 0 }),
        },
      ],
    ]),
  ),
  'packages products': {
    change: {
      id: 'pump',
      document: {
        productId: 'pump',
        name: 'Pump 2',
        mrpPaise: 300,
        livePricePaise: 150,
        status: 'Active',
        revision: 5,
      },
    },
    changedFields: () => ({
      items: [
        {
          productId: 'pump',
          quantity: 2,
          name: 'Pump 2',
          mrpPaise: 300,
          livePricePaise: 150,
          status: 'Active',
        },
      ],
      totalMrpPaise: 600,
      totalPricePaise: 300,
      savingsPaise: 300,
      discountPercent: 50,
    }),
  },
  'customers lead-list': {
    change: {
      id: idOf(AFFECTED_NUMBER),
      document: { leadId: idOf(AFFECTED_NUMBER), assignedTo: person, revision: 5 },
    },
    changedFields: (number) => (number === AFFECTED_NUMBER ? { owner: person } : {}),
  },
  'alerts lead-list': {
    change: {
      id: 'lead',
      document: { leadId: 'lead', name: 'Asha Rao', city: 'Nashik', revision: 5 },
    },
    changedFields: () => ({ lead: { name: 'Asha Rao', city: 'Nashik' } }),
  },
  'alerts bill-list': {
    change: { id: 'bill', document: { billId: 'bill', ...changedBill } },
    changedFields: () => ({ bill: changedBill }),
  },
  'alerts offers': {
    change: { id: 'offer', removed: true },
    changedFields: () => ({ offer: undefined }),
  },
};

let position = 1_000;
const nextPosition = (): string => String(++position);

/**
 * Server with 20 pages of a list, of which ten are loaded and shown. `receive` returns the number
 * of all requests since those pages were loaded.
 */
async function loadTenPages(list: ListName, params: Readonly<Record<string, string>>) {
  const rowsOnServer = new Map(
    Array.from({ length: ROWS_ON_SERVER }, (_, number) => [number, createRow[list](number, 1)]),
  );
  let requestCount = 0;
  const source: ListSource = {
    queryKey: [list, params],
    list,
    params: { leadId: 'lead', quotationId: 'quotation', ...params },
    fetchPage: async (after) => {
      requestCount++;
      const afterCursor = [...rowsOnServer]
        .toSorted(([one], [other]) => other - one)
        .filter(([number]) => after === undefined || number < Number(after));
      const page = afterCursor.slice(0, PAGE_SIZE);
      const answer = {
        items: page.map(([, row]) => row),
        hasMore: afterCursor.length > PAGE_SIZE,
        next: String(page.at(-1)?.[0]),
      };
      return { answer: answer as never, position: nextPosition() };
    },
  };
  const observer = new QueryObserver(queryClient, lists.options(source));
  const stop = observer.subscribe(() => undefined);
  await waitUntilIdle();
  for (let page = 1; page < 10; page++) await lists.loadMore(source);
  requestCount = 0;
  const readShownRows = () =>
    queryClient
      .getQueryData<ListData>(source.queryKey)!
      .refs.map((ref) => records.read(ref) as Row);
  const receive = async (change: Omit<Change, 'revision'>): Promise<number> => {
    receiveChanges([{ revision: 1_000, ...change }], {
      canHighlight: true,
      position: nextPosition(),
    });
    flushInvalidations();
    await waitUntilIdle();
    return requestCount;
  };
  return { rowsOnServer, readShownRows, receive, stop };
}
async function waitUntilIdle(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve));
  while (queryClient.isFetching() > 0);
}
afterEach(() => {
  queryClient.clear();
  return records.clear();
});

const LOADED_NUMBERS = Array.from({ length: LOADED_ROWS }, (_, index) => NEWEST_NUMBER - index);
const listNames = Object.keys(listViews) as ListName[];
/** Views that push no documents: all loaded pages of a list are fetched again. */
const VIEWS_WITHOUT_DOCUMENTS: readonly string[] = ['people', 'quotation-settings'];
/** View whose changes contain the rows. */
const rowView = (list: ListName): string => listViews[list][0]!;

/** Pages of events, which never change. */
const eventPaths: readonly string[] = [
  '/api/audit',
  '/api/audit/erasures',
  '/api/history/:kind/:id',
  '/api/linked-audit/:token',
  '/api/linked-audit/:token/erasures',
];

test('every paged query is a list of records or of events', () => {
  const paged = Object.values(queries).filter(
    ({ path, params }) =>
      !eventPaths.includes(path) &&
      params !== undefined &&
      'shape' in params &&
      'after' in params.shape,
  );
  expect(paged.map(({ path }) => path.slice('/api/'.length)).toSorted()).toEqual(
    listNames.toSorted(),
  );
});

describe.each(listNames)('ten pages of %s', (list) => {
  const ref = (row: Row): string => refOfRow(list, row);

  test.each([
    ['the first page', NEWEST_NUMBER - 2, {}],
    ['the fifth page', NEWEST_NUMBER - 4.5 * PAGE_SIZE, {}],
    ['the fifth page of a search', NEWEST_NUMBER - 4.5 * PAGE_SIZE, { q: 'asha' }],
  ])(
    'cost at most one request for a changed row of %s',
    async (_, number, params: Readonly<Record<string, string>>) => {
      const { rowsOnServer, readShownRows, receive, stop } = await loadTenPages(list, params);
      const document = createRow[list](number, 2);
      rowsOnServer.set(number, document);
      expect(
        await receive({ view: rowView(list), id: idOf(number), document }),
      ).toBeLessThanOrEqual(1);
      expect(readShownRows().map(ref)).toEqual(
        LOADED_NUMBERS.map((each) => ref(createRow[list](each, 1))),
      );
      expect(readShownRows()[NEWEST_NUMBER - number]).toEqual(document);
      stop();
    },
  );

  test('cost at most one request for a new row, and one for a removed row', async () => {
    const { rowsOnServer, readShownRows, receive, stop } = await loadTenPages(list, {});
    const newNumber = NEWEST_NUMBER + 1;
    const document = createRow[list](newNumber, 1);
    rowsOnServer.set(newNumber, document);
    expect(
      await receive({ view: rowView(list), id: idOf(newNumber), document, added: true }),
    ).toBeLessThanOrEqual(1);
    expect(readShownRows()[0]).toEqual(document);
    const removedNumber = NEWEST_NUMBER - 29;
    rowsOnServer.delete(removedNumber);
    expect(
      await receive({ view: rowView(list), id: idOf(removedNumber), removed: true }),
    ).toBeLessThanOrEqual(2);
    expect(readShownRows().map(ref)).toEqual(
      [newNumber, ...LOADED_NUMBERS.filter((each) => each !== removedNumber)].map((each) =>
        ref(createRow[list](each, 1)),
      ),
    );
    stop();
  });

  const others = listViews[list].filter(
    (view) =>
      view !== rowView(list) &&
      !VIEWS_WITHOUT_DOCUMENTS.includes(view) &&
      // the rows are upcoming visits, which are documents of the view `follow-ups`
      !(list === 'visits' && view === 'visits'),
  );
  for (const view of others)
    test(`cost at most one request for a change of ${view}, and update every row`, async () => {
      const { readShownRows, receive, stop } = await loadTenPages(list, {});
      const { change, changedFields } = changesOfOtherRecords[`${list} ${view}`]!;
      const before = readShownRows().slice(PAGE_SIZE);
      expect(await receive({ view, ...change })).toBeLessThanOrEqual(1);
      const numbers = LOADED_NUMBERS.slice(PAGE_SIZE);
      expect(readShownRows().slice(PAGE_SIZE)).toEqual(
        before.map((row, index) => ({ ...row, ...changedFields(numbers[index]!) })),
      );
      stop();
    });
});
