import { expect, test } from '@jest/globals';
import { publicCommands, nearestCommand } from './definitions.js';

test.each([
  ['CreatLead', 'CreateLead'],
  ['addnote', 'AddNote'],
  ['JoinOrganisation', 'JoinOrganization'],
  ['', 'AddNote'],
])('of %p the nearest is %s', (asked, nearest) => expect(nearestCommand(asked)).toBe(nearest));

test('a long name costs no time', () =>
  expect(publicCommands.has(nearestCommand('x'.repeat(100_000)))).toBe(true));

test('what only our own endpoints and reactors send is not found at the command endpoint', () => {
  for (const name of [
    'OpenAccount',
    'ChangePhone',
    'VerifyPhone',
    'SetPassword',
    'RemovePassword',
    'RecordSignIn',
    'RecordSignOut',
  ])
    expect(publicCommands.has(name)).toBe(false);
});
