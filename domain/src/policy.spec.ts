import { describe, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { commandDefinitions } from './aggregates.js';
import { mayEver, mayTouch, roles } from './kernel/policy.js';
import { permissionsPage } from './permissions-page.js';
import { policy, rightsOf } from './policy.js';

const admins = [
  'ReassignLead',
  'ErasePersonalData',
  'ChangeOrganizationDetails',
  'RotateInviteCode',
  'AddLocation',
  'RemoveLocation',
  'InviteMember',
  'CancelInvitation',
];

describe('the policy', () => {
  test('has a row for every command', () =>
    expect(Object.keys(policy.commands)).toEqual(Object.keys(commandDefinitions)));
  test.each([...admins, 'ChangeMemberRole', 'RemoveMember'])('leaves %s to admins', (command) =>
    expect(roles.filter((role) => mayEver(policy.commands[command]!, role))).toEqual(['admin']),
  );
  test('gives what endpoints and reactors send themselves to no client', () =>
    expect(
      Object.keys(policy.commands).filter((command) => policy.commands[command] === 'internal'),
    ).toEqual([
      'OpenAccount',
      'ChangePhone',
      'VerifyPhone',
      'SetPassword',
      'RemovePassword',
      'AssignLocation',
      'RevokeLocation',
      'RequestSampleAlerts',
      'RecordSignIn',
      'RecordSignOut',
      'PassLeadOn',
      'CreateCustomer',
      'EraseCustomer',
      'RaiseAlert',
      'FoldCategory',
    ]));
  test('lets who sees everything into the organization’s room, and not sales', () =>
    expect(roles.filter((role) => mayEver(policy.rooms.organization, role))).toEqual([
      'admin',
      'designer',
      'marketing',
      'finance',
    ]));
});

describe('rights', () => {
  test('of who is in no organization are to found one, to join one, and their own profile', () =>
    expect(rightsOf(undefined)).toEqual([
      'ChangeProfile',
      'ChangeLanguage',
      'FoundOrganization',
      'JoinOrganization',
      'GET /api/site',
      'GET /api/me',
      'GET /api/profile',
    ]));
  test('of a member include no second organization', () =>
    expect(rightsOf('admin')).not.toContain('JoinOrganization'));
  test('of sales end where an admin’s begin', () => {
    expect(rightsOf('sales')).toEqual(
      expect.arrayContaining(['CreateLead', 'DeleteLead', 'GET /api/leads']),
    );
    expect(rightsOf('sales')).not.toEqual(expect.arrayContaining(['ReassignLead']));
  });
});

describe('what is one’s own', () => {
  const [asha, ravi] = ['asha', 'ravi'];

  test('is one’s own for sales', () => {
    expect(mayTouch('own', { id: asha, role: 'sales' }, asha)).toBe(true);
    expect(mayTouch('own', { id: asha, role: 'sales' }, ravi)).toBe(false);
  });
  test.each(roles.filter((role) => role !== 'sales'))('is anyone’s for %s', (role) =>
    expect(mayTouch('own', { id: asha, role }, ravi)).toBe(true),
  );
});

test('the page of permissions in docs is what the policy says', () => {
  const page = 'docs/permissions.md';
  if (process.env['WRITE_PERMISSIONS'] === '1') writeFileSync(page, permissionsPage());
  // its tables may be padded
  const plain = (text: string) =>
    text
      .replaceAll(/ *\| */g, '|')
      .replaceAll(/-{3,}/g, '---')
      .replaceAll(/\n+/g, '\n')
      .trim();
  expect(plain(readFileSync(page, 'utf8'))).toBe(plain(permissionsPage()));
});
