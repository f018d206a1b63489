import type { Message } from '#domain/kernel/texts/message.js';
import {
  asha,
  created,
  leadId,
  meera,
  organization,
  ravi,
  reassigned,
} from '#domain/leads/lead.examples.js';
import type { OrganizationEvent } from '#domain/organizations/organization.events.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import type { ReadSide } from '#platform/live/read-side.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import { createOrganizationHistory } from '../testing/create-organization-history.js';
import { StreamHistory } from '../stream-history.js';
import { LeadsOfDepartedMembers } from './leads-of-departed-members.reactor.js';

const organizationStream = `organization-${organization.id}`;
const leadStream = `lead-${organization.id}_${leadId}`;
type StreamEvent = readonly [stream: string, event: Message];
const joined = (memberId: string): [string, OrganizationEvent] => [
  organizationStream,
  { type: 'MemberJoined', data: { memberId, role: 'sales', via: 'code' } },
];
const removed = (memberId: string, leadsTo: string): [string, OrganizationEvent] => [
  organizationStream,
  { type: 'MemberRemoved', data: { memberId, leadsTo } },
];
const founded: [string, OrganizationEvent][] = [
  [
    organizationStream,
    {
      type: 'OrganizationFounded',
      data: { name: 'Sharma Solar', slug: 'sharma', inviteCode: 'AAAA1111' },
    },
  ],
  ...[meera, asha, ravi].map(({ id }) => joined(id)),
];
const leadCreated: StreamEvent = [leadStream, created];
const leadReassigned: StreamEvent = [leadStream, reassigned];
const ashaLeft = removed(asha.id, ravi.id);
const raviLeft = removed(ravi.id, meera.id);

async function* readPages() {
  yield { documents: [{ leadId }], next: undefined };
}

/** Reacts to one event of a log that already contains the later ones, too. */
async function findCommandsOf(handledEvent: StreamEvent, laterEvents: readonly StreamEvent[]) {
  const events = recorded(...founded, ...laterEvents);
  const log = new EventLogInMemory(events);
  const sealing = { open: async (opened: unknown) => opened } as unknown as Sealing;
  const readSide = { waitFor: async () => true } as unknown as ReadSide;
  const streams = new StreamHistory(log, sealing);
  const reactor = new LeadsOfDepartedMembers(
    { readPages } as unknown as Views,
    readSide,
    streams,
    createOrganizationHistory(streams, log),
  );
  const handledIndex = founded.length + laterEvents.indexOf(handledEvent);
  const { commands } = await reactor.react(events[handledIndex] as never);
  return commands.map(({ command: { data } }) => data);
}
const passedOn = (assignment: number, from: string, to: string) => [
  { leadId, assignment, from, to },
];

test('a departure passes on the leads that the member had then', async () =>
  expect(await findCommandsOf(ashaLeft, [leadCreated, ashaLeft])).toEqual(
    passedOn(1, asha.id, ravi.id),
  ));

test('a departure leaves leads assigned after the member’s return', async () =>
  expect(await findCommandsOf(ashaLeft, [ashaLeft, joined(asha.id), leadCreated])).toEqual([]));

test('an assignment during the membership is left to the following departure', async () =>
  expect(await findCommandsOf(leadCreated, [leadCreated, ashaLeft])).toEqual([]));

test('an assignment after the departure goes to that departure’s heir', async () =>
  expect(await findCommandsOf(leadCreated, [ashaLeft, leadCreated])).toEqual(
    passedOn(1, asha.id, ravi.id),
  ));

test('the leads of a departed heir go to their heir, even if they have returned', async () =>
  expect(
    await findCommandsOf(ashaLeft, [leadCreated, ashaLeft, raviLeft, joined(ravi.id)]),
  ).toEqual(passedOn(1, asha.id, meera.id)));

test('an heir who left before the lead arrived passes it to their own heir', async () =>
  expect(
    await findCommandsOf(leadReassigned, [leadCreated, ashaLeft, raviLeft, leadReassigned]),
  ).toEqual(passedOn(2, ravi.id, meera.id)));
