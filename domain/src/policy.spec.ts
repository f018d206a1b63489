import { describe, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { commandDefinitions } from './aggregates.js';
import { mayEver, mayChange, roles } from './kernel/policy.js';
import { permissionsPage } from './permissions-page.js';
import { policy, listRights } from './policy.js';

const adminCommands = [
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
  test.each([...adminCommands, 'ChangeMemberRole', 'RemoveMember'])(
    'leaves %s to admins',
    (command) =>
      expect(roles.filter((role) => mayEver(policy.commands[command]!, role))).toEqual(['admin']),
  );
  test('gives internal commands to no client', () =>
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
      'RecordQuotationStep',
      'CreateCustomer',
      'EraseCustomer',
      'RaiseAlert',
      'RecordQuotationPdf',
      'RecordQuotationPdfFailure',
      'AcceptQuotation',
      'RecordAcceptedCopy',
      'DeclineQuotation',
      'AskAboutQuotation',
      'RecordQuotationView',
      'ExpireQuotation',
      'PassQuotationOn',
      'CloseQuotation',
      'EraseQuotation',
      'FoldCategory',
      'OpenAuditScreen',
      'ExportAudit',
      'OpenProof',
      'UseAuditLink',
      'RecordRefusal',
    ]));
  test('lets members who see everything into the organization’s room, but not sales', () =>
    expect(roles.filter((role) => mayEver(policy.rooms.organization, role))).toEqual([
      'admin',
      'designer',
      'marketing',
      'finance',
    ]));
});

describe('rights', () => {
  test('without an organization are to found or join one, and to manage the profile', () =>
    expect(listRights(undefined)).toEqual([
      'ChangeProfile',
      'ChangeLanguage',
      'FoundOrganization',
      'JoinOrganization',
      'GET /api/site',
      'GET /api/me',
      'GET /api/profile',
      'GET /api/linked-audit/:token',
      'GET /api/linked-audit/:token/statements',
      'GET /api/linked-audit/:token/proofs/:kind/:id',
      'GET /api/linked-audit/:token/erasures',
    ]));
  test('of a member do not include a second organization', () =>
    expect(listRights('admin')).not.toContain('JoinOrganization'));
  test('of sales are fewer than an admin’s', () => {
    expect(listRights('sales')).toEqual(
      expect.arrayContaining(['CreateLead', 'DeleteLead', 'GET /api/leads']),
    );
    expect(listRights('sales')).not.toEqual(expect.arrayContaining(['ReassignLead']));
  });
});

describe('ownership', () => {
  const [asha, ravi] = ['asha', 'ravi'];

  test('limits sales to their own records', () => {
    expect(mayChange('own', { id: asha, role: 'sales' }, asha)).toBe(true);
    expect(mayChange('own', { id: asha, role: 'sales' }, ravi)).toBe(false);
  });
  test.each(roles.filter((role) => role !== 'sales'))('does not limit %s', (role) =>
    expect(mayChange('own', { id: asha, role }, ravi)).toBe(true),
  );
});

test('the permissions page in docs matches the policy', () => {
  const page = 'docs/permissions.md';
  if (process.env['WRITE_PERMISSIONS'] === '1') writeFileSync(page, permissionsPage());
  // Cells of the table may be padded.
  const plain = (text: string) =>
    text
      .replaceAll(/ *\| */g, '|')
      .replaceAll(/-{3,}/g, '---')
      .replaceAll(/\n+/g, '\n')
      .trim();
  expect(plain(readFileSync(page, 'utf8'))).toBe(plain(permissionsPage()));
});
