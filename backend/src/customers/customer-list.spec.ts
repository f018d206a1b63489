import type { CustomerEvent } from '#domain/customers/customer.events.js';
import {
  customerCreated,
  firstPaid,
  invoiceAdded,
  secondPaid,
} from '#domain/customers/customer.examples.js';
import type { CustomerListParams } from '#domain/customers/customer.queries.js';
import { type PaymentStatus, paymentStatuses } from '#domain/customers/customer.values.js';
import { paiseToCollect } from '#domain/customers/to-collect.js';
import { asha, created } from '#domain/leads/lead.examples.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { ProjectedViews } from '#platform/testing/projected-views.js';
import { recorded } from '#platform/testing/recorded.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import { people } from '#projections/accounts/people.projection.js';
import { customerList } from '#projections/customers/customer-list.projection.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Asker } from '../auth/caller.js';
import { PersonNames } from '../auth/people/names.js';
import { ListCustomers, ListCustomersHandler } from './customers.query.js';

const setTo = (status: PaymentStatus): CustomerEvent => ({
  type: 'PaymentStatusOverridden',
  data: { status },
});
/** Events of each customer, with the payment status that results. */
const customers: Readonly<Record<string, readonly [readonly CustomerEvent[], PaymentStatus]>> = {
  nothing: [[customerCreated], 'Pending'],
  invoiced: [[customerCreated, invoiceAdded], 'Overdue'],
  part: [[customerCreated, firstPaid], 'Partial'],
  'part-invoiced': [[customerCreated, firstPaid, invoiceAdded], 'Overdue'],
  whole: [[customerCreated, firstPaid, secondPaid, invoiceAdded], 'Paid'],
  ...Object.fromEntries(
    paymentStatuses.map((status) => [
      `set-${status}`,
      [[customerCreated, firstPaid, invoiceAdded, setTo(status)], status] as const,
    ]),
  ),
};

const projected = new ProjectedViews([
  customerList,
  leadList,
  people,
] as readonly unknown[] as readonly Projection[]);
const list = new ListCustomersHandler(
  projected.views,
  new PersonNames(projected.views),
  new ClockInMemory(),
);
const asker: Asker = { id: 'asha', role: 'sales', organizationId: 'org', timeZone: 'Asia/Kolkata' };

beforeAll(async () => {
  await projected.open();
  await projected.project(
    recorded(
      ...Object.entries(customers).flatMap(([id, [events]]) =>
        events.map((event) => [`customer-org_${id}`, event] as const),
      ),
      ['lead-org_nothing', created],
    ),
  );
});
afterAll(() => projected.close());

test('the list shows the payment status of a customer', async () => {
  const { items } = await list.execute(new ListCustomers(asker, {}));
  const shown = Object.fromEntries(
    items.map(({ customerId, paymentStatus }) => [customerId, paymentStatus]),
  );
  expect(shown).toEqual(
    Object.fromEntries(Object.entries(customers).map(([id, [, status]]) => [id, status])),
  );
});
test('the list names the owner of a customer whose lead is there', async () => {
  const { items } = await list.execute(new ListCustomers(asker, {}));
  const owners = items.flatMap(({ customerId, owner }) => (owner ? [[customerId, owner.id]] : []));
  expect(owners).toEqual([['nothing', asha.id]]);
});
test.each(paymentStatuses)('the filter %s lists only its customers', async (payment) => {
  const { items } = await list.execute(new ListCustomers(asker, { payment }));
  const expected = Object.entries(customers).flatMap(([id, [, status]]) =>
    status === payment ? [id] : [],
  );
  expect(items.map(({ customerId }) => customerId).sort()).toEqual(expected.sort());
});
test.each(paymentStatuses)(
  'counts by stage cover the customers that the filter %s lists',
  async (payment) => {
    const { items, counts } = await list.execute(new ListCustomers(asker, { payment }));
    expect(counts).toEqual({ ...counts, All: items.length, Paid: items.length });
  },
);
test('the order by amount begins with the most to collect', async () => {
  const { items } = await list.execute(new ListCustomers(asker, { sort: 'to-collect' }));
  const amounts = items.map(paiseToCollect);
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
  expect(amounts[0]).toBeGreaterThan(amounts.at(-1)!);
  const newest = await list.execute(new ListCustomers(asker, {}));
  expect(items.map(({ customerId }) => customerId)).not.toEqual(
    newest.items.map(({ customerId }) => customerId),
  );
});
describe('money to collect', () => {
  const finance: Asker = { ...asker, id: 'deepa', role: 'finance' };
  const getMoneyToCollect = async (params: CustomerListParams, reader = finance) =>
    (await list.execute(new ListCustomers(reader, params))).toCollect;

  test.each<CustomerListParams>([
    {},
    ...paymentStatuses.map((payment) => ({ payment })),
    { stage: 'Paid' },
    { stage: 'Completed' },
    { q: 'Patil' },
    { q: 'Kulkarni' },
    { from: '2026-11-21' },
    { from: '2026-11-22', payment: 'Overdue' },
  ])('covers the customers that %j lists', async (params) => {
    const { items } = await list.execute(new ListCustomers(finance, params));
    const sum = (rows: typeof items) => rows.reduce((paise, row) => paise + paiseToCollect(row), 0);
    expect(await getMoneyToCollect(params)).toEqual({
      paise: sum(items),
      overduePaise: sum(items.filter(({ paymentStatus }) => paymentStatus === 'Overdue')),
    });
  });

  test('is more than its overdue part, which is not zero', async () => {
    const all = await getMoneyToCollect({});
    const overdue = await getMoneyToCollect({ payment: 'Overdue' });
    expect(overdue!.paise).toBeGreaterThan(0);
    expect(overdue!.paise).toBe(all!.overduePaise);
    expect(all!.paise).toBeGreaterThan(overdue!.paise);
  });

  test('is for members who see everything', async () =>
    expect(await getMoneyToCollect({}, asker)).toBeUndefined());
});
test('counts by stage cover the filtered days and search', async () => {
  const countAll = async (params: CustomerListParams) =>
    (await list.execute(new ListCustomers(asker, params))).counts.All;
  const all = Object.keys(customers).length;
  expect(await countAll({ from: '2026-11-21', to: '2026-11-21' })).toBe(all);
  expect(await countAll({ from: '2026-11-22' })).toBe(0);
  expect(await countAll({ q: 'Patil' })).toBe(all);
  expect(await countAll({ q: 'Kulkarni' })).toBe(0);
  expect(await countAll({ q: '!' })).toBe(0);
  expect(await countAll({ stage: 'Completed' })).toBe(all);
});
