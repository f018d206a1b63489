import { describe, expect, test } from '@jest/globals';
import { alertKinds } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';
import { markColor } from '../ui/tone.js';
import {
  alertAction,
  alertLink,
  canResubmit,
  isToDo,
  kindTextsFor,
  labelOfAlert,
} from './alert-texts.js';

type LinkedAlert = Parameters<typeof alertLink>[0];
const lead = { name: 'Rajesh Patil', city: 'Pune' };
const alertOf = (kind: AlertItem['about']['kind'], more: object = {}): LinkedAlert =>
  ({ about: { kind, ...more } }) as LinkedAlert;

describe('View Details', () => {
  test.each([
    ['lead-assigned', { leadId: 'l1' }, { lead }, '/leads/l1'],
    ['follow-up-due', { leadId: 'l1' }, { lead }, '/leads/l1'],
    ['quotation-accepted', { leadId: 'l1', quotationId: 'q1' }, { lead }, '/quotations/q1'],
    ['bill-approved', { billId: 'b1' }, { bill: {} }, '/bills/b1'],
    ['offer-added', { offerId: 'o1' }, { offer: {} }, '/offers?offer=o1'],
    ['member-joined', {}, {}, '/settings/team'],
    ['proof-broken', {}, {}, '/audit/statements'],
  ] as const)('of %s opens the record itself', (kind, ids, shownRecord, link) =>
    expect(alertLink({ ...alertOf(kind, ids), ...(shownRecord as object) })).toBe(link),
  );

  test.each([
    ['lead-assigned', '/leads'],
    ['quote-requested', '/leads'],
    ['quotation-viewed', '/quotations'],
    ['follow-up-due', '/followups'],
    ['follow-up-overdue', '/followups'],
    ['bill-submitted', '/bills'],
    ['bill-rejected', '/bills'],
    ['offer-added', '/offers'],
  ] as const)('of %s opens the list if the record is gone', (kind, link) =>
    expect(alertLink(alertOf(kind))).toBe(link),
  );
});

test('an alert of a quotation is not labelled as a new lead', () => {
  const kindsLabelled = (label: string) =>
    alertKinds.filter((kind) => labelOfAlert(kind).label === label);
  expect(kindsLabelled('New Lead')).toEqual(['lead-assigned', 'sample-lead']);
  expect(kindsLabelled('Quotation')).toHaveLength(5);
});

test('a refusal differs from an approval by its icon and its tone', () => {
  for (const [yes, no] of [
    ['bill-approved', 'bill-rejected'],
    ['quotation-accepted', 'quotation-declined'],
  ] as const) {
    expect(labelOfAlert(yes).icon).not.toBe(labelOfAlert(no).icon);
    expect(markColor(labelOfAlert(yes).tone!)).not.toBe(markColor(labelOfAlert(no).tone!));
  }
});

test('an alert that asks for something names its action', () => {
  const actionOf = (kind: AlertItem['about']['kind'], status?: string, phone = '+919812345678') =>
    alertAction({
      ...alertOf(kind),
      ...(status && { lead: { ...lead, status, phone } }),
    } as Parameters<typeof alertAction>[0]);
  expect(actionOf('quotation-accepted', 'Quoted')).toBe('convert');
  expect(actionOf('quotation-accepted', 'Converted')).toBeUndefined();
  expect(actionOf('follow-up-due', 'New')).toBe('call');
  expect(actionOf('follow-up-due', 'New', '')).toBeUndefined();
  expect(actionOf('follow-up-due')).toBeUndefined();
  expect(actionOf('lead-assigned', 'New')).toBeUndefined();
});

test.each(['450 submitted by asha', 'asha submitted a bill'])(
  'a bill’s alert is searched by both of its texts: %s',
  (q) => {
    const { kindTexts = '{}' } = kindTextsFor(q);
    const text = JSON.parse(kindTexts)['bill-submitted'];
    expect(text).toContain('submitted by');
    expect(text).toContain('submitted a bill');
  },
);

test('a rejected bill can be submitted again unless it was erased', () => {
  const rejected = (more: object) =>
    canResubmit({
      ...alertOf('bill-rejected', { billId: 'b1' }),
      bill: { status: 'Rejected', ...more },
    } as never);
  expect(rejected({})).toBe(true);
  expect(rejected({ isErased: true })).toBe(false);
  expect(rejected({ status: 'Approved' })).toBe(false);
});

test.each([
  [true, 'bill-submitted', { bill: { status: 'Pending' } }],
  [false, 'bill-submitted', { bill: { status: 'Approved' } }],
  [false, 'bill-approved', { bill: { status: 'Approved' } }],
  [true, 'lead-assigned', { lead: { ...lead, status: 'New' } }],
  [false, 'lead-assigned', { lead: { ...lead, status: 'Contacted' } }],
  [true, 'quote-requested', { lead }],
  [false, 'quote-requested', {}],
  [true, 'role-requested', {}],
  [false, 'role-requested', { isRead: true }],
] as const)('it is %s that an alert is to be done: %s %j', (isAsked, kind, more) => {
  const alert = { ...alertOf(kind), isRead: false, ...more };
  expect(isToDo(alert as never, () => true)).toBe(isAsked);
});

test('nothing is to be done by a member who may not do it', () => {
  const submittedBill = {
    ...alertOf('bill-submitted'),
    isRead: false,
    bill: { status: 'Pending' },
  };
  expect(isToDo(submittedBill as never, () => false)).toBe(false);
});
