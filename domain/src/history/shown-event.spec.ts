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
  const metadataOfReactor = { causationId: 'a', commandId: 'b' };
  const isStepOfMember = (data: object) =>
    isByMember({ type: 'QuotationStepped', data }, metadataOfReactor);
  expect(isStepOfMember({ step: 'Draft' })).toBe(true);
  expect(isStepOfMember({ step: 'Rejected' })).toBe(true);
  expect(isStepOfMember({ step: 'Rejected', declined: true })).toBe(false);
  for (const step of ['Viewed', 'Accepted', 'Expired'])
    expect(isStepOfMember({ step })).toBe(false);
});

test('events by reactors, timers, customers and readers of a link are not by members', () => {
  const metadataOfCommand = { causationId: 'a', commandId: 'a' };
  const isOfMember = (type: string, data: object = {}) =>
    isByMember({ type, data }, metadataOfCommand);
  expect(isOfMember('LeadCreated')).toBe(true);
  expect(isOfMember('AuditLinkRevoked', { linkId: 'one' })).toBe(true);
  expect(
    isByMember({ type: 'CustomerCreated', data: {} }, { ...metadataOfCommand, causationId: 'b' }),
  ).toBe(false);
  for (const type of ['QuotationExpired', 'QuotationViewed']) expect(isOfMember(type)).toBe(false);
  expect(isOfMember('AccessRecorded', { linkId: 'one' })).toBe(false);
  expect(
    isByMember({ type: 'DecisionRefused', data: {} }, { ...metadataOfCommand, causationId: 'b' }),
  ).toBe(true);
});
