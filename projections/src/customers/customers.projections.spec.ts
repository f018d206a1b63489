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
import { project } from '#platform/testing/project.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { customerDetail } from './customer-detail.projection.js';
import { customerList } from './customer-list.projection.js';

const key = `org_${customerId}`;
const log = (...events: CustomerEvent[]) => recorded(...events.map((event) => [`customer-org_${customerId}`, event] as const));
const card = (...events: CustomerEvent[]) => project(customerList, log(...events)).documents.get(key);

test('a customer is shown with what was paid of what', () =>
  expect(card(customerCreated, firstPaid)).toMatchObject({
    customerId,
    name: 'Rajesh Patil',
    stage: 'Paid',
    payment: 'Partial',
    projectValuePaise: 45_000_000,
    paidPaise: 5_000_000,
    progressPercent: 0,
    convertedAt: '2026-11-21T09:30:00.000Z',
  }));
test('payments that reach the value make it Paid', () => expect(card(customerCreated, firstPaid, secondPaid)).toMatchObject({ payment: 'Paid' }));
test('an unpaid invoice leaves the day since when it is unpaid', () => {
  expect(card(customerCreated, invoiceAdded)).toMatchObject({ payment: 'Open', unpaidSince: '2026-11-15' });
  expect(card(customerCreated, invoiceAdded, invoicePaid)).toMatchObject({ payment: 'Open', unpaidSince: '9999-12-31' });
});
test('what was set by hand stands on every day', () =>
  expect(card(customerCreated, overridden)).toMatchObject({ payment: 'Open', unpaidSince: '0000-01-01' }));
test('an edit is shown', () => expect(card(customerCreated, customerEdited)).toMatchObject({ city: 'Nashik', projectValuePaise: 50_000_000 }));
test('who was erased is shown nowhere, whatever is recorded afterwards', () => {
  const person = recorded(
    [`customer-org_${customerId}`, customerCreated],
    [`lead-org_${customerId}`, { type: 'PersonalDataErased', data: {} }],
    [`customer-org_${customerId}`, secondPaid],
  );
  const [list, detail] = [project(customerList, person), project(customerDetail, person)];
  expect([list.documents.size, detail.documents.size, ...list.sums.values()]).toEqual([0, 0, 0]);
});
test('customers are counted by stage', () =>
  expect(Object.fromEntries(project(customerList, log(customerCreated, stageChanged)).sums)).toEqual({
    org_everyone_Paid: 0,
    'org_everyone_In Progress': 1,
  }));
test('projects move the progress', () => expect(card(customerCreated, projectAdded, projectUpdated)).toMatchObject({ progressPercent: 40 }));

test('the detail says who recorded what', () =>
  expect(project(customerDetail, log(customerCreated, firstPaid, invoiceAdded)).documents.get(key)).toMatchObject({
    payments: [{ amountPaise: 5_000_000 }],
    invoices: [{ number: 'FT/2026/014' }],
    by: { [(firstPaid.data as { paymentId: string }).paymentId]: 'a-member' },
  }));
