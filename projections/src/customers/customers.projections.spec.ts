import type { CustomerEvent } from '#domain/customers/customer.events.js';
import {
  customerCreated,
  customerEdited,
  customerId,
  firstPaid,
  invoiceAdded,
  invoicePaid,
  overridden,
  projectAdded,
  projectUpdated,
  secondPaid,
  stageChanged,
} from '#domain/customers/customer.examples.js';
import { sumPayments } from '#domain/customers/customer.js';
import { aggregates } from '#domain/aggregates.js';
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { allProjections } from '../all-projections.js';
import { customerDetail } from './customer-detail.projection.js';
import { customerParts } from './customer-parts.projection.js';
import { customerList } from './customer-list.projection.js';

const key = `org_${customerId}`;
const recordEvents = (...events: CustomerEvent[]) =>
  recorded(...events.map((event) => [`customer-org_${customerId}`, event] as const));
const projectCard = (...events: CustomerEvent[]) =>
  project(customerList, recordEvents(...events)).documents.get(key);

test('a customer shows the paid amount and the project value', () =>
  expect(projectCard(customerCreated, firstPaid)).toMatchObject({
    customerId,
    name: 'Rajesh Patil',
    stage: 'Paid',
    payment: 'Partial',
    projectValuePaise: 45_000_000,
    paidPaise: 5_000_000,
    progressPercent: 0,
    convertedAt: '2026-11-21T09:30:00.000Z',
  }));
test('a customer is dated by its conversion, or by its creation in events of an older build', () => {
  const createdWith = (convertedAt?: string): CustomerEvent =>
    ({ ...customerCreated, data: { ...customerCreated.data, convertedAt } }) as CustomerEvent;
  expect(projectCard(createdWith('2026-11-18T12:00:00.000Z'))).toMatchObject({
    convertedAt: '2026-11-18T12:00:00.000Z',
  });
  expect(projectCard(createdWith())).toMatchObject({ convertedAt: '2026-11-21T09:30:00.000Z' });
});
test('payments that reach the value make it Paid', () =>
  expect(projectCard(customerCreated, firstPaid, secondPaid)).toMatchObject({ payment: 'Paid' }));
test('an unpaid invoice sets the day since when it is unpaid', () => {
  expect(projectCard(customerCreated, invoiceAdded)).toMatchObject({
    payment: 'Open',
    unpaidSince: '2026-11-15',
  });
  expect(projectCard(customerCreated, invoiceAdded, invoicePaid)).toMatchObject({
    payment: 'Open',
    unpaidSince: '9999-12-31',
  });
});
test('a status set by hand does not depend on the day', () =>
  expect(projectCard(customerCreated, overridden)).toMatchObject({
    payment: 'Open',
    unpaidSince: '0000-01-01',
  }));
test('an edit is shown', () =>
  expect(projectCard(customerCreated, customerEdited)).toMatchObject({
    city: 'Nashik',
    companyName: 'Patil Cold Storage',
    projectValuePaise: 50_000_000,
  }));
test('a list contains only the name of a company', () =>
  expect(JSON.stringify(projectCard(customerCreated, customerEdited))).not.toMatch(
    /27AAPFU0939F1ZV|MIDC|accountant/,
  ));
test('the detail has company, address, GST number, start and notes', () =>
  expect(
    project(customerDetail, recordEvents(customerCreated, customerEdited)).documents.get(key),
  ).toMatchObject({
    details: {
      companyName: 'Patil Cold Storage',
      billingAddress: '14 MIDC Road\nNashik 422007',
      gstNumber: '27AAPFU0939F1ZV',
      projectStartsOn: '2026-11-11',
      notes: 'Bills go to the accountant',
    },
  }));
test('an erased customer is shown nowhere, whatever is recorded afterwards', () => {
  const erasedHistory = recorded(
    [`customer-org_${customerId}`, customerCreated],
    [`lead-org_${customerId}`, { type: 'PersonalDataErased', data: {} }],
    [`customer-org_${customerId}`, secondPaid],
  );
  const [list, detail, parts] = [
    project(customerList, erasedHistory),
    project(customerDetail, erasedHistory),
    project(customerParts, erasedHistory),
  ];
  expect([
    list.documents.size,
    detail.documents.size,
    parts.documents.size,
    ...list.sums.values(),
  ]).toEqual([0, 0, 0, 0, 0, 0]);
});
test('customers are counted by stage', () =>
  expect(
    Object.fromEntries(project(customerList, recordEvents(customerCreated, stageChanged)).sums),
  ).toMatchObject({
    org_everyone_Paid: 0,
    'org_everyone_In Progress': 1,
    'org_on/2026-11-21_Paid': 0,
    'org_on/2026-11-21_In Progress': 1,
  }));
test('unpaid money counts on the day since when it is unpaid, until it is paid', () => {
  const sumDue = (...events: CustomerEvent[]) =>
    Object.fromEntries(
      [...project(customerList, recordEvents(customerCreated, ...events)).sums].filter(
        ([key, paise]) => key.startsWith('org_to-collect') && paise !== 0,
      ),
    );
  const value = 45_000_000;
  expect(sumDue()).toEqual({ 'org_to-collect_9999-12-31': value });
  const payment = (amountPaise: number): CustomerEvent => ({
    type: 'PaymentRecorded',
    data: { paymentId: `${amountPaise}`, amountPaise, paidOn: '2026-11-21', method: 'Cash' },
  });
  expect(sumDue(payment(5_000_000))).toEqual({ 'org_to-collect_9999-12-31': value - 5_000_000 });
  expect(sumDue(payment(value))).toEqual({});
});

test('the progress of a customer is that of its projects', () =>
  expect(projectCard(customerCreated, projectAdded, projectUpdated)).toMatchObject({
    progressPercent: 40,
  }));

test('the detail combines all of its parts', () => {
  const { documents } = project(
    customerDetail,
    recordEvents(
      customerCreated,
      projectAdded,
      projectUpdated,
      firstPaid,
      secondPaid,
      invoiceAdded,
    ),
  );
  const detail = documents.get(key)!;
  expect(detail).toMatchObject({
    payments: [{ amountPaise: sumPayments(detail) }],
    progressPercent: 40,
    revision: 5,
  });
  expect(JSON.stringify(detail)).not.toContain('FT/2026/014');
});

test('each payment, project and invoice is a document, with the member who recorded it', () => {
  const { documents } = project(
    customerParts,
    recordEvents(
      customerCreated,
      firstPaid,
      projectAdded,
      projectUpdated,
      invoiceAdded,
      invoicePaid,
    ),
  );
  expect([...documents]).toMatchObject([
    [
      `${key}_0`,
      {
        number: 0,
        kind: 'payment',
        payment: { amountPaise: 5_000_000 },
        by: 'a-member',
        customerId,
        organizationId: 'org',
      },
    ],
    [`${key}_1`, { kind: 'project', project: { progressPercent: 40 } }],
    [
      `${key}_2`,
      { kind: 'invoice', invoice: { number: 'FT/2026/014', status: 'Paid' }, by: 'a-member' },
    ],
  ]);
});

test('a payment writes one document, however many exist', () => {
  const payment = (count: number): CustomerEvent =>
    ({ ...firstPaid, data: { ...firstPaid.data, paymentId: String(count) } }) as CustomerEvent;
  const events = recordEvents(
    customerCreated,
    ...Array.from({ length: 500 }, (_, count) => payment(count)),
    payment(500),
  );
  const { written } = project(customerParts, events);
  expect(written.map(({ id }) => id)).toEqual([key, `${key}_parts.500`, `${key}_500`]);
  expect(JSON.stringify(written.map(({ json }) => json)).length).toBeLessThan(2_000);
});

test('views whose records are folded from two streams of one id declare it', () => {
  const readsEventsOf = ({ events }: { readonly events: object }, category: string) =>
    aggregates.some(
      (aggregate) =>
        aggregate.category === category &&
        Object.keys(aggregate.events).some((type) => Object.hasOwn(events, type)),
    );
  const sharingRecords = allProjections.filter((projection) =>
    aggregates.some(
      ({ category, erasedWith }) =>
        erasedWith !== undefined &&
        readsEventsOf(projection, category) &&
        readsEventsOf(projection, erasedWith),
    ),
  );
  expect(sharingRecords).toEqual([customerList, customerDetail, customerParts]);
  expect(sharingRecords).toEqual(allProjections.filter((each) => 'sharesRecords' in each));
});
