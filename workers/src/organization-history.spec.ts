import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { StreamHistory } from './stream-history.js';
import { createOrganizationHistory } from './testing/create-organization-history.js';

const pastEvents: OrganizationEvent[] = [
  {
    type: 'OrganizationFounded',
    data: { name: 'Sharma Solar', slug: 'sharma', inviteCode: 'AAAA1111' },
  },
  { type: 'MemberJoined', data: { memberId: 'meera', role: 'admin', via: 'founding' } },
  { type: 'MemberJoined', data: { memberId: 'asha', role: 'sales', via: 'code' } },
  { type: 'MemberRemoved', data: { memberId: 'asha', leadsTo: 'meera' } },
  { type: 'MemberJoined', data: { memberId: 'asha', role: 'sales', via: 'invitation' } },
  { type: 'MemberRoleChanged', data: { memberId: 'asha', from: 'sales', to: 'admin' } },
  { type: 'MemberLeft', data: { memberId: 'asha', leadsTo: 'meera' } },
];
/** Indexes of `pastEvents`. */
const INDEX = {
  meeraJoined: 1,
  ashaJoined: 2,
  ashaRemoved: 3,
  ashaReturned: 4,
  ashaPromoted: 5,
  ashaLeft: 6,
};
const events = recorded(...pastEvents.map((event) => ['organization-org', event] as const));
const sealing = { open: async (opened: unknown) => opened } as unknown as Sealing;
const log = new EventLogInMemory(events);
const history = createOrganizationHistory(new StreamHistory(log, sealing), log);
const position = (index: number) => events[index]!.position;

test('is empty for an unknown organization', async () =>
  expect(
    (await history.load('another', position(INDEX.ashaLeft))).asOf(position(INDEX.ashaLeft)),
  ).toBeUndefined());

test.each([
  [INDEX.meeraJoined, { meera: 'admin' }],
  [INDEX.ashaJoined, { meera: 'admin', asha: 'sales' }],
  [INDEX.ashaRemoved, { meera: 'admin' }],
  [INDEX.ashaReturned, { meera: 'admin', asha: 'sales' }],
  [INDEX.ashaPromoted, { meera: 'admin', asha: 'admin' }],
  [INDEX.ashaLeft, { meera: 'admin' }],
])('answers with the members and roles as of event %d', async (index, members) =>
  expect(
    Object.fromEntries((await history.load('org', position(index))).asOf(position(index))!.members),
  ).toEqual(members),
);

test.each([
  [INDEX.ashaJoined, undefined],
  [INDEX.ashaRemoved, 'MemberRemoved'],
  [INDEX.ashaPromoted, 'MemberRemoved'],
  [INDEX.ashaLeft, 'MemberLeft'],
])('answers with the last departure as of event %d', async (index, type) =>
  expect(
    (await history.load('org', position(index))).findDeparture('asha', position(index))?.type,
  ).toBe(type),
);

describe('cached history', () => {
  /**
   * Reads go to another log over the same events, so that they are counted apart from those of the
   * watch.
   */
  const createCachedHistory = async (...initialEvents: readonly OrganizationEvent[]) => {
    const stored = recorded(...initialEvents.map((event) => ['organization-org', event] as const));
    const [watchedLog, readLog] = [new EventLogInMemory(stored), new EventLogInMemory(stored)];
    const read = jest.spyOn(readLog, 'read');
    const cachedHistory = createOrganizationHistory(
      new StreamHistory(readLog, sealing),
      watchedLog,
    );
    closes.push(() => cachedHistory.onApplicationShutdown());
    await cachedHistory.onModuleInit();
    const findMembersAt = async (index: number) => [
      ...((await cachedHistory.load('org', stored[index]!.position))
        .asOf(stored[index]!.position)
        ?.members.keys() ?? []),
    ];
    return { watchedLog, read, findMembersAt };
  };
  const closes: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(closes.splice(0).map((close) => close())));

  test('is read once for all callers', async () => {
    const { read, findMembersAt } = await createCachedHistory(...pastEvents.slice(0, 3));
    const indexes = [INDEX.meeraJoined, INDEX.ashaJoined, INDEX.ashaJoined];
    expect(await Promise.all(indexes.map(findMembersAt))).toEqual([
      ['meera'],
      ['meera', 'asha'],
      ['meera', 'asha'],
    ]);
    expect(await findMembersAt(INDEX.ashaJoined)).toEqual(['meera', 'asha']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('is read again after an event, and for callers ahead of the watch', async () => {
    const { watchedLog, read, findMembersAt } = await createCachedHistory(
      ...pastEvents.slice(0, 3),
    );
    await findMembersAt(INDEX.ashaJoined);
    await watchedLog.append('organization-org', 2, [
      {
        ...pastEvents[INDEX.ashaRemoved]!,
        metadata: { ...events[INDEX.ashaRemoved]!.metadata, eventId: 'removal' },
      },
    ]);
    expect(await findMembersAt(INDEX.ashaRemoved)).toEqual(['meera']);
    // The third read is that of the cache, which the watch clears as soon as it reads the event.
    while (read.mock.calls.length < 3) {
      await findMembersAt(INDEX.ashaJoined);
      await new Promise(setImmediate);
    }
    expect(await findMembersAt(INDEX.ashaRemoved)).toEqual(['meera']);
  });

  test('is not kept from a failed read', async () => {
    const { read, findMembersAt } = await createCachedHistory(...pastEvents.slice(0, 3));
    read.mockRejectedValueOnce(new Error('away'));
    await expect(findMembersAt(INDEX.ashaJoined)).rejects.toThrow('away');
    expect(await findMembersAt(INDEX.ashaJoined)).toEqual(['meera', 'asha']);
  });
});
