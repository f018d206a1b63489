import type { Role } from '#domain/kernel/policy.js';
import { expect, test } from '@jest/globals';
import { filterAllowedRooms } from './rooms.js';

const [asha, ravi] = ['asha', 'ravi'];
const lead = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01';
const wanted = [
  'member:asha',
  'member:asha',
  'member:ravi',
  'organization:sharma',
  'organization:other',
  `lead:${lead}`,
  'lead:*',
  '',
];
const enter = (role: Role | undefined, owner?: string) =>
  filterAllowedRooms(
    wanted,
    { accountId: asha, organizationId: role && 'sharma', role },
    async () => owner,
  );

test('sales enter their own room and their lead’s', async () =>
  expect(await enter('sales', asha)).toEqual(['member:asha', `lead:${lead}`]));
test('sales never enter a colleague’s lead', async () =>
  expect(await enter('sales', ravi)).toEqual(['member:asha']));
test('nobody enters the room of a missing lead', async () =>
  expect(await enter('admin')).toEqual(['member:asha', 'organization:sharma']));
test('an admin enters the organization’s room and any lead’s', async () =>
  expect(await enter('admin', ravi)).toEqual([
    'member:asha',
    'organization:sharma',
    `lead:${lead}`,
  ]));
test('an account without an organization enters its own room', async () =>
  expect(await enter(undefined, asha)).toEqual(['member:asha']));
