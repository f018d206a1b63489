import { afterEach, expect, it, jest } from '@jest/globals';
import type { CommandName } from '#domain/commands.js';
import { attempt } from './attempts.js';
import { setIdentity } from '../account/identity.js';
import { Offline, Problem } from './problem.js';

afterEach(() => void jest.useRealTimers());

const lead = { leadId: 'lead-1' };
async function attemptAndReadId(
  outcome: Error | 'done',
  data: object = lead,
  name: CommandName = 'RequestQuotation',
): Promise<string> {
  let usedId = '';
  const run = async (id: string): Promise<void> => {
    usedId = id;
    if (outcome !== 'done') throw outcome;
  };
  await attempt(name, data, run).catch(() => undefined);
  return usedId;
}

it.each([
  new Offline('no answer'),
  new Offline('unreachable'),
  new Problem(503, 'unavailable', ''),
])('an attempt after %p is the same command', async (lostAnswer) => {
  const first = await attemptAndReadId(lostAnswer);
  expect(await attemptAndReadId(lostAnswer)).toBe(first);
  expect(await attemptAndReadId('done')).toBe(first);
  expect(await attemptAndReadId('done')).not.toBe(first);
});

it('an attempt after a refusal is another command', async () => {
  expect(await attemptAndReadId(new Problem(409, 'no', 'No.'))).not.toBe(
    await attemptAndReadId('done'),
  );
});

it('an attempt with other data, of another account, or ten minutes later is another command', async () => {
  const lostAnswer = new Offline('no answer');
  const first = await attemptAndReadId(lostAnswer);
  expect(await attemptAndReadId(lostAnswer, { leadId: 'lead-2' })).not.toBe(first);
  setIdentity({ accountId: 'bina', organizationId: 'sharma' });
  expect(await attemptAndReadId(lostAnswer)).not.toBe(first);
  setIdentity({ accountId: undefined, organizationId: undefined });
  jest.useFakeTimers({ now: Date.now() + 10 * 60_000 });
  expect(await attemptAndReadId('done')).not.toBe(first);
});

it.each([
  ['JoinOrganization', undefined, 'sharma'],
  ['FoundOrganization', undefined, 'sharma'],
  ['LeaveOrganization', 'sharma', undefined],
] as const)('%s is the same command once its effect is known', async (name, before, after) => {
  setIdentity({ accountId: 'bina', organizationId: before });
  const first = await attemptAndReadId(new Offline('no answer'), {}, name);
  setIdentity({ accountId: 'bina', organizationId: after });
  expect(await attemptAndReadId('done', {}, name)).toBe(first);
  setIdentity({ accountId: undefined, organizationId: undefined });
});
