import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { HmacKey } from '#platform/sealing/key-store/key-store.js';
import { DueCodes } from '#workers/accounts/due-codes.js';
import { Challenges, type WantedCode } from './challenges.js';

const createFolder = folders();
const number = '+919812345678';
const OVER_A_MINUTE_MS = 61_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: ClockInMemory;
let secrets: KeyValueStoreOnSqlite;
let challenges: Challenges;
let dueCode: DueCodes['issue'];
beforeEach(() => {
  clock = new ClockInMemory();
  secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  const key = Buffer.alloc(32, 7);
  challenges = new Challenges(secrets, clock, new HmacKey(key));
  const dueCodes = new DueCodes(secrets, new HmacKey(key), clock);
  dueCode = (challengeId) => dueCodes.issue(challengeId);
});
afterEach(() => secrets.close());

const ask = (browser: string, purpose: WantedCode['purpose'] = 'sign-in', accountId = 'asha') =>
  challenges.requestCode({ accountId, number, purpose, browser });
/** Code of a challenge as the worker sends it; undefined if it sends none. */
const readCode = async (challengeId: string) => (await dueCode(challengeId))?.code;
const check = async (challengeId: string, browser: string) =>
  challenges.checkCode(challengeId, (await readCode(challengeId)) ?? '000000', browser);
/** Requests codes at an interval, and returns how many of them are sent. */
async function countSent(
  times: number,
  browser: (turn: number) => string,
  intervalMs = OVER_A_MINUTE_MS,
): Promise<number> {
  let count = 0;
  for (let turn = 0; turn < times; turn++) {
    await clock.pause(intervalMs);
    await ask(browser(turn)).then(
      () => count++,
      (error: unknown) => expect(error).toBeInstanceOf(TooManyRequests),
    );
  }
  return count;
}

describe('within a minute', () => {
  test('a request gives up after ten concurrent changes by other tabs', async () => {
    await ask('asha’s phone');
    const put = jest.spyOn(secrets, 'put').mockResolvedValue(undefined);
    await expect(ask('asha’s phone')).rejects.toBeInstanceOf(TooManyRequests);
    expect(put).toHaveBeenCalledTimes(10);
  });

  test('a browser has one code per number, whatever the purpose', async () => {
    const first = await ask('asha’s phone', 'sign-up');
    expect(await ask('asha’s phone', 'verify')).toEqual(first);
  });

  test('the code belongs to the account that requested it last', async () => {
    const { challengeId } = await ask('asha’s phone', 'sign-up', 'first try');
    await ask('asha’s phone', 'sign-up', 'second try');
    expect(await check(challengeId, 'asha’s phone')).toMatchObject({
      verdict: 'right',
      challenge: { accountId: 'second try' },
    });
  });

  test('two simultaneous tabs cause one message', async () => {
    const [one, other] = await Promise.all([ask('asha’s phone'), ask('asha’s phone')]);
    expect(one).toEqual(other);
  });

  test('another browser has another code', async () => {
    expect((await ask('another')).challengeId).not.toBe((await ask('asha’s phone')).challengeId);
  });
});

describe('a new code', () => {
  test('voids the former code of the same browser', async () => {
    const { challengeId } = await ask('asha’s phone', 'sign-up');
    await clock.pause(OVER_A_MINUTE_MS);
    const newer = await ask('asha’s phone', 'verify');
    expect(await check(challengeId, 'asha’s phone')).toEqual({ verdict: 'expired' });
    expect(await check(newer.challengeId, 'asha’s phone')).toMatchObject({ verdict: 'right' });
  });

  test('does not void codes of other browsers', async () => {
    const { challengeId } = await ask('asha’s phone');
    await clock.pause(OVER_A_MINUTE_MS);
    await ask('a stranger’s');
    expect(await check(challengeId, 'asha’s phone')).toMatchObject({ verdict: 'right' });
  });

  test('is sent five times an hour and ten times a day per browser', async () => {
    expect(await countSent(8, () => 'asha’s phone')).toBe(5);
    await clock.pause(HOUR_MS);
    expect(await countSent(8, () => 'asha’s phone')).toBe(5);
    await clock.pause(HOUR_MS);
    expect(await countSent(1, () => 'asha’s phone')).toBe(0);
    await clock.pause(DAY_MS);
    expect(await countSent(1, () => 'asha’s phone')).toBe(1);
  });

  test('is sent twenty times a day to all browsers that never signed in with the number', async () => {
    expect(await countSent(50, (turn) => `strange ${turn}`)).toBe(20);
    await clock.pause(DAY_MS);
    expect(await countSent(1, () => 'another strange one')).toBe(1);
  });

  test('is sent to a known browser within its own limit, whatever strangers request', async () => {
    await challenges.recordSignIn({ number, browser: 'asha’s phone' });
    expect(await countSent(50, (turn) => `strange ${turn}`)).toBe(20);
    expect(await countSent(8, () => 'asha’s phone')).toBe(5);
  });

  test('in a known browser does not count towards the limit of strangers', async () => {
    await challenges.recordSignIn({ number, browser: 'asha’s phone' });
    await countSent(5, () => 'asha’s phone');
    expect(await countSent(50, (turn) => `strange ${turn}`)).toBe(20);
  });

  test('for another number has its own limit in a browser', async () => {
    await challenges.recordSignIn({ number: '+919800000000', browser: 'a stranger’s' });
    expect(await countSent(20, (turn) => `strange ${turn}`)).toBe(20);
    expect(await countSent(1, () => 'a stranger’s')).toBe(0);
  });
});

describe('a password after the code', () => {
  const askAndCheck = async () => {
    const { challengeId } = await ask('asha’s phone');
    await check(challengeId, 'asha’s phone');
    return challengeId;
  };

  test('is requested for ten minutes in the browser whose code was right, and uses up the code', async () => {
    const challengeId = await askAndCheck();
    expect(await challenges.findAwaitingPassword(challengeId, 'asha’s phone')).toBeUndefined();
    expect(await challenges.spend(challengeId, { forPassword: true })).toBe(true);
    expect(await challenges.findAwaitingPassword(challengeId, 'asha’s phone')).toMatchObject({
      accountId: 'asha',
    });
    expect(await challenges.findAwaitingPassword(challengeId, 'a stranger’s')).toBeUndefined();
    expect(await check(challengeId, 'asha’s phone')).toEqual({ verdict: 'expired' });
    await clock.pause(10 * 60_000);
    expect(await challenges.findAwaitingPassword(challengeId, 'asha’s phone')).toBeUndefined();
  });

  test('is requested only once, also for simultaneous callers', async () => {
    const challengeId = await askAndCheck();
    const spent = await Promise.all([
      challenges.spend(challengeId),
      challenges.spend(challengeId, { forPassword: true }),
      challenges.spend(challengeId, { forPassword: true }),
    ]);
    expect(spent.filter(Boolean)).toHaveLength(1);
  });

  test('is accepted once, also for two simultaneous entries', async () => {
    const challengeId = await askAndCheck();
    await challenges.spend(challengeId, { forPassword: true });
    const entered = await Promise.all([
      challenges.endPasswordEntry(challengeId),
      challenges.endPasswordEntry(challengeId),
    ]);
    expect(entered.sort()).toEqual([false, true]);
    expect(await challenges.findAwaitingPassword(challengeId, 'asha’s phone')).toBeUndefined();
  });

  test('may be tried five times, also simultaneously', async () => {
    const challengeId = await askAndCheck();
    await challenges.spend(challengeId, { forPassword: true });
    const tried = await Promise.all(
      Array.from({ length: 20 }, () => challenges.countPasswordTry(challengeId)),
    );
    expect(tried.filter(Boolean)).toHaveLength(5);
  });

  test('is not requested any more once a new code was sent', async () => {
    const challengeId = await askAndCheck();
    await challenges.spend(challengeId, { forPassword: true });
    const again = await ask('asha’s phone');
    expect(again.challengeId).not.toBe(challengeId);
    expect(await challenges.findAwaitingPassword(challengeId, 'asha’s phone')).toBeUndefined();
    expect(
      await challenges.findAwaitingPassword(again.challengeId, 'asha’s phone'),
    ).toBeUndefined();
  });
});

test('every entry expires, and its key contains neither number nor browser', async () => {
  await ask('asha’s phone');
  await challenges.recordSignIn({ number, browser: 'asha’s phone' });
  for await (const { kind, id, expiresAt } of secrets.readAll()) {
    expect({ kind, expires: typeof expiresAt }).toEqual({ kind, expires: 'string' });
    expect(id).not.toMatch(/98123|asha/);
  }
});
