import type { Message } from '#domain/kernel/message.js';
import type { Organization } from '#domain/kernel/policy.js';
import { asha, created, leadId, meera, organization, ravi, reassigned, stranger } from '#domain/leads/lead.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import type { ReadSide } from '#platform/live/read-side.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import { LeadsOfWhoLeft } from './leads-of-who-left.reactor.js';

const lead = `lead-${organization.id}_${leadId}`;
async function* pages() {
  yield { documents: [{ leadId }], next: undefined };
}
const commands = async (event: readonly [stream: string, event: Message], members: Organization['members']) =>
  (
    await new LeadsOfWhoLeft({ pages } as unknown as Views, { waitFor: async () => true } as unknown as ReadSide, {
      of: async () => ({ ...organization, members, locations: new Set<string>() }),
    }).react(recorded(event)[0] as never)
  ).commands?.map(({ command, to }) => [command, to]);

test('who is gone leaves all of theirs to whom was chosen', async () =>
  expect(
    await commands(
      [`organization-${organization.id}`, { type: 'MemberRemoved', data: { memberId: asha.id, leadsTo: ravi.id } }],
      organization.members,
    ),
  ).toEqual([[{ type: 'PassLeadOn', data: { leadId, to: ravi.id } }, lead]]));

test.each([created, reassigned])('%j to somebody who was just going is passed on; to a member it stays', async (event) => {
  const without = new Map([
    [meera.id, meera.role],
    [stranger, 'sales' as const],
  ]);
  expect(await commands([lead, event], without)).toEqual([[{ type: 'PassLeadOn', data: { leadId, to: undefined } }, lead]]);
  expect(await commands([lead, event], organization.members)).toEqual([]);
});
