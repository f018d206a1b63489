import { expect, test } from '@jest/globals';
import { collectIds, isByMember, pickShownData } from './shown-event.js';

test('tokens and salts are shown to nobody', () => {
  const secrets = {
    salt: 's',
    inviteCode: 'c',
    fingerprint: 'f',
    tokenSha256: 't',
    linkToken: 'l',
  };
  for (const role of ['admin', 'finance', undefined] as const)
    expect(pickShownData('QuotationPdfMade', { version: 1, ...secrets }, role)).toEqual({
      version: 1,
    });
});

test('phone numbers of members are shown only to roles that answer requests', () => {
  const data = { name: 'Asha', phone: '+919876543210' };
  expect(pickShownData('MemberInvited', data, 'admin')).toEqual(data);
  for (const role of ['finance', undefined] as const)
    expect(pickShownData('MemberInvited', data, role)).toEqual({ name: 'Asha' });
  expect(pickShownData('LeadCreated', data, undefined)).toEqual(data);
});

test('ids are found in fields and one level below, each once', () => {
  const id = '0190a6c2-0000-7000-8000-0000000000d1';
  expect(collectIds({ from: id, changes: { assignedTo: id }, note: 'no id' })).toEqual([id]);
});

test('a step of a quotation is of the member who took it, though a reactor records it', () => {
  const answer = { causationId: 'a', commandId: 'b' };
  const isOwn = (data: object) => isByMember({ type: 'QuotationStepped', data }, answer);
  expect(isOwn({ step: 'Draft' })).toBe(true);
  expect(isOwn({ step: 'Rejected' })).toBe(true);
  expect(isOwn({ step: 'Rejected', declined: true })).toBe(false);
  for (const step of ['Viewed', 'Accepted', 'Expired']) expect(isOwn({ step })).toBe(false);
});

test('events by reactors, timers, customers and readers of a link are not by members', () => {
  const own = { causationId: 'a', commandId: 'a' };
  const isOwn = (type: string, data: object = {}) => isByMember({ type, data }, own);
  expect(isOwn('LeadCreated')).toBe(true);
  expect(isOwn('AuditLinkRevoked', { linkId: 'one' })).toBe(true);
  expect(isByMember({ type: 'CustomerCreated', data: {} }, { ...own, causationId: 'b' })).toBe(
    false,
  );
  for (const type of ['QuotationExpired', 'QuotationViewed']) expect(isOwn(type)).toBe(false);
  expect(isOwn('AccessRecorded', { linkId: 'one' })).toBe(false);
  expect(isByMember({ type: 'DecisionRefused', data: {} }, { ...own, causationId: 'b' })).toBe(
    true,
  );
});
