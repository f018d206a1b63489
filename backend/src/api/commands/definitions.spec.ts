import { expect, test } from '@jest/globals';
import { publicCommands, nearestCommand } from './definitions.js';

test.each([
  ['CreatLead', 'CreateLead'],
  ['addnote', 'AddNote'],
  ['JoinOrganisation', 'JoinOrganization'],
  ['', 'AddNote'],
])('the public command with the name most like %p is %s', (name, nearest) =>
  expect(nearestCommand(name)).toBe(nearest),
);

test('a long name is compared quickly', () =>
  expect(publicCommands.has(nearestCommand('x'.repeat(100_000)))).toBe(true));

test('internal commands are not found at the command endpoint', () => {
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
