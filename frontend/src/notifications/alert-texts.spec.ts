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
  expect([rejected({}), rejected({ isErased: true }), rejected({ status: 'Approved' })]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an unread alert that asks for something is to be done, if the member may do it', () => {
  const asks = (kind: AlertItem['about']['kind'], more: object, mayApprove = true) =>
    isToDo({ ...alertOf(kind), isRead: false, ...more } as never, () => mayApprove);
  const pending = { bill: { status: 'Pending' } };
  expect([
    asks('bill-submitted', pending),
    asks('bill-submitted', pending, false),
    asks('bill-submitted', { bill: { status: 'Approved' } }),
    asks('bill-approved', { bill: { status: 'Approved' } }),
    asks('lead-assigned', { lead: { ...lead, status: 'New' } }),
    asks('lead-assigned', { lead: { ...lead, status: 'Contacted' } }),
    asks('quote-requested', { lead }),
    asks('quote-requested', {}),
    asks('role-requested', {}),
    asks('role-requested', { isRead: true }),
  ]).toEqual([true, false, false, false, true, false, true, false, true, false]);
});
