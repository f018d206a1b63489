import type { Metadata } from '#platform/event-log/event-log.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MembershipWatch } from './membership-watch.js';

let log: EventLogInMemory;
let watch: MembershipWatch;
let calls: string[];

beforeEach(async () => {
  log = new EventLogInMemory();
  calls = [];
  const live = {
    endSockets: () => {},
    disconnectAccount: (accountId: string) => void calls.push(`${accountId} changed`),
    checkSockets: async (accountId: string) => void calls.push(`${accountId} is checked again`),
  };
  watch = new MembershipWatch(log, new ClockInMemory(), { warn: () => {} } as never, live);
  await watch.onApplicationBootstrap();
});
afterEach(() => watch.onModuleDestroy());

async function append(stream: string, type: string, data: object = {}): Promise<string> {
  const metadata = { eventId: randomUUID(), organizationId: 'org' } as Metadata;
  return (await log.append(stream, (await log.read(stream)).length - 1, [{ type, data, metadata }]))
    .position;
}
/**
 * Waits until the watch has handled all events.
 * @returns what it did
 */
async function waitForCalls(): Promise<readonly string[]> {
  await append('account-end', 'SignedOut', { everywhere: false });
  while (calls.at(-1) !== 'end is checked again') await new Promise(setImmediate);
  return calls.slice(0, -1);
}

test('changes by other processes are read from the log', async () => {
  await append('organization-org', 'MemberRoleChanged', { memberId: 'asha', role: 'designer' });
  await append('organization-org', 'MemberRemoved', { memberId: 'ravi' });
  await append('organization-org', 'MemberLeft', { memberId: 'meera' });
  await append('account-kavya', 'SignedOut', { everywhere: true });
  await append('account-dev', 'PhoneVerified');
  await append('account-nila', 'LanguageChanged', { language: 'hi-IN' });
  await append('lead-org_1', 'LeadDeleted');
  expect(await waitForCalls()).toEqual([
    'asha changed',
    'ravi changed',
    'meera changed',
    'kavya is checked again',
    'dev is checked again',
    'nila changed',
  ]);
});

test('changes by this process apply once and at once, so that a socket that reconnects stays open', async () => {
  const position = await append('organization-org', 'MemberRoleChanged', {
    memberId: 'asha',
    role: 'designer',
  });
  watch.applyOwnCommand(
    { type: 'ChangeMemberRole', data: { memberId: 'asha' } },
    'meera',
    position,
  );
  expect(calls).toEqual(['asha changed']);
  expect(await waitForCalls()).toEqual(['asha changed']);
  const leavePosition = await append('organization-org', 'MemberLeft', { memberId: 'asha' });
  await waitForCalls();
  watch.applyOwnCommand({ type: 'LeaveOrganization', data: {} }, 'asha', leavePosition);
  expect(calls.filter((call) => call === 'asha changed')).toHaveLength(2);
});

test('a later change of the same member by another process applies, too', async () => {
  const first = await append('organization-org', 'MemberRoleChanged', {
    memberId: 'asha',
    role: 'designer',
  });
  watch.applyOwnCommand({ type: 'ChangeMemberRole', data: { memberId: 'asha' } }, 'meera', first);
  await append('organization-org', 'MemberRoleChanged', { memberId: 'asha', role: 'sales' });
  expect(await waitForCalls()).toEqual(['asha changed', 'asha changed']);
});
