import type { AlertAbout } from '#domain/notifications/alerts.commands.js';
import type { AlertListParams } from '#domain/notifications/alerts.queries.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { people } from '#projections/accounts/people.projection.js';
import { billList } from '#projections/bills/bill-list.projection.js';
import { offers } from '#projections/catalogue/items.projection.js';
import { alertsSeen } from '#projections/notifications/alerts-seen.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { alerts } from '#projections/notifications/alerts.projection.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PersonNames } from '../auth/people/names.js';
import { CountAlerts, CountAlertsHandler, ListAlerts, ListAlertsHandler } from './alerts.query.js';
import { ShownAlerts } from './shown-alerts.js';

const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
const store = new ReadStoreOnSqlite(join(folder, 'views.sqlite'));
const views = new Views(store);
const handler = new ListAlertsHandler(views, new ShownAlerts(views, new PersonNames(views)));
const asker = {
  id: 'meera',
  role: 'admin',
  organizationId: 'org',
  timeZone: 'Asia/Kolkata',
} as const;
const list = (params: AlertListParams) => handler.execute(new ListAlerts(asker, params));

/** Number of alerts of submitted bills. Two alerts are older: a new member, and an offer. */
const BILL_COUNT = 1_500;
const olderAlerts: readonly AlertAbout[] = [
  { kind: 'member-joined', memberId: 'zubeda' },
  { kind: 'offer-added', offerId: 'diwali' },
];
const aboutOf = (number: number): AlertAbout => olderAlerts[number] ?? { kind: 'bill-submitted' };

beforeAll(async () => {
  const projections: readonly Projection[] = [
    alerts,
    alertsSeen,
    leadList,
    billList,
    offers,
    people,
  ];
  const processors = projections.map((view) => new ProjectionProcessor(view));
  await store.ensure(processors.flatMap((processor) => processor.collections()));
  const current = Object.fromEntries(
    processors.map(({ projection, collection }) => [projection.name, collection]),
  );
  await store.setCurrentCollections(current);
  const createStored = ({ name }: { readonly name: string }, id: string, document: object) => {
    return { collection: current[name]!, id, json: JSON.stringify(document) };
  };
  const raised = Array.from({ length: BILL_COUNT + olderAlerts.length }, (_, number) => ({
    alertId: String(number),
    organizationId: 'org',
    memberId: 'meera',
    on: '2026-11-21',
    type: 'bill',
    about: aboutOf(number),
    by: 'asha',
    at: new Date(Date.UTC(2026, 10, 21) + number * 1_000).toISOString(),
    position: String(number),
    state: 'read',
  }));
  // Newest last: leads, then as many bills as one read takes.
  const leelasAlerts = Array.from({ length: 133 }, (_, number) => ({
    alertId: `leela-${number}`,
    organizationId: 'org',
    memberId: 'leela',
    on: '2026-11-21',
    by: 'asha',
    at: '2026-11-21T09:30:00.000Z',
    position: String(number).padStart(20, '0'),
    state: 'unread',
    ...(number < 3
      ? { type: 'lead', about: { kind: 'lead-assigned', leadId: 'l1' } }
      : { type: 'bill', about: { kind: 'bill-submitted' } }),
  }));
  const fuelBillAlert = {
    ...raised[0]!,
    alertId: 'fuel',
    about: { kind: 'bill-approved', billId: 'fuel' },
    state: 'unread',
  };
  const documents = [
    createStored(alerts, 'org_fuel', fuelBillAlert),
    createStored(billList, 'org_fuel', {
      billId: 'fuel',
      organizationId: 'org',
      submittedBy: 'meera',
      type: 'Fuel',
      amountPaise: 1_23_450_00,
      status: 'Approved',
      revision: 1,
    }),
    ...leelasAlerts.map((alert) => createStored(alerts, `org_${alert.alertId}`, alert)),
    ...raised.map((alert) => createStored(alerts, `org_${alert.alertId}`, alert)),
    createStored(people, 'asha', { id: 'asha', name: 'Asha' }),
    createStored(people, 'zubeda', { id: 'zubeda', name: 'Zubeda' }),
    createStored(offers, 'org_diwali', {
      itemId: 'diwali',
      organizationId: 'org',
      details: { title: 'Lamps' },
    }),
  ];
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

test('a search reads a limited number of alerts per request, and continues from there', async () => {
  const first = await list({ q: 'zubeda' });
  expect(first).toMatchObject({ items: [], hasMore: true });
  const second = await list({ q: 'zubeda', after: first.next });
  expect(second).toMatchObject({
    items: [{ alertId: '0', member: { name: 'Zubeda' } }],
    hasMore: false,
  });
});

test('searches at the same time read one after the other', async () => {
  let [running, mostRunning] = [0, 0];
  const find = jest.spyOn(views, 'find');
  find.mockImplementation(async (...parameters) => {
    mostRunning = Math.max(mostRunning, ++running);
    await nextTurn();
    running--;
    return Views.prototype.find.apply(views, parameters) as never;
  });
  await Promise.all(Array.from({ length: 4 }, () => list({ q: 'nobody' })));
  find.mockRestore();
  expect(mostRunning).toBe(1);
});

test('an alert is found by its type’s label on the searching screen', async () => {
  expect((await list({ q: 'बिल asha', typeNames: { bill: 'बिल' } })).items[0]).toMatchObject({
    alertId: String(BILL_COUNT + 1),
  });
  expect((await list({ q: 'बिल' })).items).toEqual([]);
});

test('an alert is found by the screen’s text for its kind', async () => {
  const kindTexts = { 'bill-submitted': ' submitted a bill.' };
  expect((await list({ q: 'asha submitted a bill', kindTexts })).items[0]).toMatchObject({
    alertId: String(BILL_COUNT + 1),
  });
  expect((await list({ q: 'asha approved a bill', kindTexts })).items).toEqual([]);
});

test.each([
  ['amount', '1,23,450'],
  ['amount without commas', '123450'],
  ['amount with its sign', '₹1,23,450.00'],
  ['type', 'fuel'],
  ['translated type', 'ईंधन'],
])('an alert is found by the %s of its bill', async (_, q) => {
  const billTypeNames = { Fuel: 'ईंधन' };
  const found = await list({ q, state: 'unread', billTypeNames });
  expect(found.items.map(({ alertId }) => alertId)).toEqual(['fuel']);
});

test.each([
  ['what kind it is', 'bill', String(BILL_COUNT + 1)],
  ['who caused it, and what kind it is', 'asha submitted', String(BILL_COUNT + 1)],
])('an alert is found by %s', async (_, q, alertId) =>
  expect((await list({ q })).items[0]).toMatchObject({ alertId }),
);

test.each(['joined', 'lamps', 'offer'])(
  'an alert that %s finds is found behind all bills',
  async (q) => {
    const { items, next, hasMore } = await list({ q });
    expect([items, hasMore]).toEqual([[], true]);
    expect((await list({ q, after: next })).items).toHaveLength(1);
  },
);

test('alerts of a type are counted however many newer ones of another type there are', async () => {
  const counts = await new CountAlertsHandler(views).execute(
    new CountAlerts({ ...asker, id: 'leela' }),
  );
  expect(counts).toEqual({ lead: 3, followup: 0, offer: 0, bill: 100, team: 0 });
});
