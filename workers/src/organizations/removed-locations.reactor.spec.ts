import { locationId, opened, locationChosen } from '#domain/accounts/account.examples.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { stranger } from '#domain/leads/lead.examples.js';
import {
  founded,
  locationAdded,
  locationRemoved,
} from '#domain/organizations/organization.examples.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { createOrganizationHistory } from '../testing/create-organization-history.js';
import { StreamHistory } from '../stream-history.js';
import { RemovedLocations } from './removed-locations.reactor.js';

const [accountStream, organizationStream] = [`account-${stranger}`, 'organization-org'];
type StreamEvent = readonly [stream: string, event: Message];
const joined: StreamEvent = [
  organizationStream,
  { type: 'MemberJoined', data: { memberId: stranger, role: 'sales', via: 'code' } },
];
const initialEvents: readonly StreamEvent[] = [
  [organizationStream, founded],
  [organizationStream, locationAdded],
  [accountStream, opened],
  joined,
];
const chosen: StreamEvent = [accountStream, locationChosen];
const removed: StreamEvent = [organizationStream, locationRemoved];

/** Accounts whose location is revoked for one event of a log that contains the later ones, too. */
async function findRevocations(handledEvent: StreamEvent, laterEvents: readonly StreamEvent[]) {
  const events = recorded(...initialEvents, ...laterEvents);
  const log = new EventLogInMemory(events);
  const streams = new StreamHistory(log, { open: async (stored: unknown) => stored } as never);
  const claims = {
    claimName: () => 'claim-1',
    findPastHolders: async () => [organizationStream],
  } as never;
  const reactor = new RemovedLocations(streams, createOrganizationHistory(streams, log), claims);
  const handledIndex = initialEvents.length + laterEvents.indexOf(handledEvent);
  const { commands = [] } = await reactor.react(events[handledIndex] as never);
  return commands.map(({ command, to }) => ({ data: command.data as object, to }));
}
const revocations = [
  { data: { accountId: stranger, locationId, choicesBefore: 1 }, to: accountStream },
];

test('a removal clears a choice before it', async () => {
  expect(await findRevocations(removed, [chosen, removed])).toEqual(revocations);
  expect(await findRevocations(chosen, [chosen, removed])).toEqual([]);
});

test('a choice of a location that was removed before is cleared', async () => {
  expect(await findRevocations(chosen, [removed, chosen])).toEqual(revocations);
  expect(await findRevocations(removed, [removed, chosen])).toEqual([]);
});

test('the location of an invitation that was removed meanwhile is cleared', async () => {
  const assigned: StreamEvent = [
    accountStream,
    { type: 'LocationAssigned', data: { invitationId: 'i', locationId } },
  ];
  expect(await findRevocations(assigned, [removed, assigned])).toEqual([
    { ...revocations[0], data: { accountId: stranger, locationId, choicesBefore: 0 } },
  ]);
});

test('a location that was added again under its id stays', async () => {
  const addedAgain: StreamEvent = [organizationStream, locationAdded];
  expect(await findRevocations(chosen, [removed, addedAgain, chosen])).toEqual([]);
});
