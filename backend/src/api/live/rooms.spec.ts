import type { Role } from '#domain/kernel/policy.js';
import { DamagedStream, NewerEvent } from '#platform/event-log/event-log.js';
import { Unavailable } from '#platform/common/unavailable.js';
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
const enter = (role: Role | undefined, owner?: string | Error) =>
  filterAllowedRooms(
    wanted,
    { accountId: asha, organizationId: role && 'sharma', role },
    async () => {
      if (owner instanceof Error) throw owner;
      return owner;
    },
  );

test('sales members enter their own room and their lead’s', async () =>
  expect(await enter('sales', asha)).toEqual(['member:asha', `lead:${lead}`]));
test('sales members never enter the room of a colleague’s lead', async () =>
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
test.each([
  new DamagedStream(`lead-sharma_${lead}`, 'at 1 is no JSON'),
  new NewerEvent(`lead-sharma_${lead}`, 'at 1 needs a newer build'),
])('the room of a lead that cannot be read is left out: %s', async (error) =>
  expect(await enter('admin', error)).toEqual(['member:asha', 'organization:sharma']),
);
test('no rooms are given while a part is unavailable, so that they are asked for again', async () => {
  const error = new Unavailable('The log is away');
  await expect(enter('sales', error)).rejects.toBe(error);
});
