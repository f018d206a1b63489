import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { EventLogInMemory } from '#platform/testing/event-log-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { StreamHistory } from './stream-history.js';
import { OrganizationHistory } from './organization-history.js';

const happened: OrganizationEvent[] = [
  { type: 'OrganizationFounded', data: { name: 'Sharma Solar', slug: 'sharma', inviteCode: 'AAAA1111' } },
  { type: 'MemberJoined', data: { memberId: 'meera', role: 'admin', via: 'founding' } },
  { type: 'MemberJoined', data: { memberId: 'asha', role: 'sales', via: 'code' } },
  { type: 'MemberRemoved', data: { memberId: 'asha', leadsTo: 'meera' } },
  { type: 'MemberJoined', data: { memberId: 'asha', role: 'sales', via: 'invitation' } },
  { type: 'MemberRoleChanged', data: { memberId: 'asha', from: 'sales', to: 'admin' } },
  { type: 'MemberLeft', data: { memberId: 'asha', leadsTo: 'meera' } },
];
const events = recorded(...happened.map((event) => ['organization-org', event] as const));
const history = new OrganizationHistory(
  new StreamHistory(new EventLogInMemory(events), { open: async (opened: unknown) => opened } as unknown as Sealing),
);
const position = (place: number) => events[place]!.position;

test('knows nothing of an organization that is not there', async () => expect((await history.of('another')).at(position(6))).toBeUndefined());

test.each([
  [1, { meera: 'admin' }],
  [2, { meera: 'admin', asha: 'sales' }],
  [3, { meera: 'admin' }],
  [5, { meera: 'admin', asha: 'admin' }],
  [6, { meera: 'admin' }],
])('answers with the members and roles as of event %d', async (place, members) =>
  expect(Object.fromEntries((await history.of('org')).at(position(place))!.members)).toEqual(members),
);

test.each([
  [2, undefined],
  [3, 'MemberRemoved'],
  [5, 'MemberRemoved'],
  [6, 'MemberLeft'],
])('answers with the last departure as of event %d', async (place, type) =>
  expect((await history.of('org')).departureOf('asha', position(place))?.type).toBe(type),
);
