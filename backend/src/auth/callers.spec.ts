import { expect, test } from '@jest/globals';
import { Callers } from './callers.js';
import type { AccountCard, Membership, People } from './people/people.js';
import { PeopleCache } from './people/people-cache.js';
import type { Session } from './sessions/sessions.js';

type AccountState = { readonly verified?: boolean; readonly role?: Membership['role'] } | undefined;

const people = (state: AccountState): People =>
  ({
    findAccount: async (id: string) =>
      state && ({ id, verified: state.verified ?? true } as AccountCard),
    findMembership: async () => state?.role && { role: state.role },
  }) as never;

/** Loads the caller of a command, with different accounts in the cache and in the log. */
async function findCallerOfCommand({
  inCache,
  inLog,
  begunBy = 'code',
}: {
  inCache: AccountState;
  inLog: AccountState;
  begunBy?: Session['begunBy'];
}) {
  const reads = {
    isLogUnavailable: () => false,
    covers: () => false,
    start: async () => {},
    stop: async () => {},
  };
  const peopleCache = new PeopleCache(people(inLog), { reads, people: people(inCache) });
  const sessions = { find: async () => ({ accountId: 'asha', begunBy }) };
  const caller = await new Callers(sessions as never, people(inLog), peopleCache).loadForCommand(
    'token',
  );
  return caller && [caller.membership?.role, caller.isCached ? 'from the cache' : 'from the log'];
}

test('a member who sends a command is loaded from the cache', async () =>
  expect(
    await findCallerOfCommand({ inCache: { role: 'sales' }, inLog: { role: 'admin' } }),
  ).toEqual(['sales', 'from the cache']));

test.each<[string, AccountState, Session['begunBy']]>([
  ['is unknown', undefined, 'code'],
  ['is in no organization', {}, 'code'],
  ['has not verified its number', { role: 'sales', verified: false }, 'code'],
  ['has a session that verification ends', { role: 'sales' }, 'sign-up'],
])('the log is read for an account that according to the cache %s', async (_, inCache, begunBy) =>
  expect(
    await findCallerOfCommand({
      inCache,
      inLog: { role: 'admin', verified: begunBy !== 'sign-up' },
      begunBy,
    }),
  ).toEqual(['admin', 'from the log']),
);

test('a session without an account has no caller', async () =>
  expect(await findCallerOfCommand({ inCache: undefined, inLog: undefined })).toBeUndefined());
