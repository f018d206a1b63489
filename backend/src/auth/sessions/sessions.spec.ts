import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { Sessions, hashToken } from './sessions.js';

const createFolder = folders();

test('the sessions beyond the limit of an account are those used longest ago, and none of another account', async () => {
  let now = '2026-11-23T09:00:00.000Z';
  const clock = Object.assign(new ClockInMemory(), { now: () => now });
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  const sessions = new Sessions(secrets, clock);
  const tokens: string[] = [];
  for (let minute = 10; minute < 14; minute++) {
    now = `2026-11-23T09:${minute}:00.000Z`;
    tokens.push(await sessions.start('asha', 'trust'));
    await sessions.start('ravi', 'code');
  }
  expect(await sessions.findExcess(4, 'asha')).toEqual([]);
  expect(await sessions.findExcess(2, 'asha')).toEqual([
    hashToken(tokens[1]!),
    hashToken(tokens[0]!),
  ]);
  // The first one is used again, and so seen later than all others.
  now = '2026-11-23T10:00:00.000Z';
  await sessions.find(tokens[0]);
  while ((await sessions.listByAccount('asha')).every(({ lastSeenAt }) => lastSeenAt !== now))
    await new Promise(setImmediate);
  expect(await sessions.findExcess(2, 'asha')).toEqual([
    hashToken(tokens[2]!),
    hashToken(tokens[1]!),
  ]);
  await secrets.close();
});

test('a session expires thirty days after its last use, at the latest a year after sign-in', async () => {
  const start = Date.parse('2026-01-01T09:00:00.000Z');
  let now = start;
  const clock = Object.assign(new ClockInMemory(), { now: () => new Date(now).toISOString() });
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  const sessions = new Sessions(secrets, clock);
  const used = await sessions.start('asha', 'code');
  /** Uses a session on a day, and returns whether it is still alive. */
  const tryUse = async (day: number, token: string): Promise<boolean> => {
    now = start + day * 24 * 60 * 60 * 1000;
    const found = (await sessions.find(token)) !== undefined;
    const seenAt = clock.now();
    while (
      found &&
      (await sessions.listByAccount('asha')).every(({ lastSeenAt }) => lastSeenAt !== seenAt)
    )
      await new Promise(setImmediate);
    return found;
  };
  const days = Array.from({ length: 14 }, (_, index) => 28 * (index + 1));
  const aliveDays: number[] = [];
  for (const day of days) if (await tryUse(day, used)) aliveDays.push(day);
  expect(aliveDays).toEqual(days.filter((day) => day < 365));
  const idle = await sessions.start('asha', 'code');
  const idleFrom = days.at(-1)!;
  expect(await tryUse(idleFrom + 29, idle)).toBe(true);
  expect(await tryUse(idleFrom + 29 + 31, idle)).toBe(false);
  await secrets.close();
});

test('a session becomes host-only a day after its cookie was first replaced', async () => {
  let now = '2026-01-01T09:00:00.000Z';
  const clock = Object.assign(new ClockInMemory(), { now: () => now });
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  const sessions = new Sessions(secrets, clock);
  const token = await sessions.start('asha', 'code');
  for (now of ['2026-01-25T09:00:00.000Z', '2026-02-20T09:00:00.000Z']) {
    await sessions.find(token);
    while ((await sessions.listByAccount('asha')).every(({ lastSeenAt }) => lastSeenAt !== now))
      await new Promise(setImmediate);
  }
  const isHostOnly = async () => (await sessions.find(token))?.isHostOnly;
  await sessions.makeHostOnly(hashToken(token));
  expect(await isHostOnly()).toBe(false);
  now = '2026-02-21T08:59:59.000Z';
  await sessions.makeHostOnly(hashToken(token));
  expect(await isHostOnly()).toBe(false);
  now = '2026-02-21T09:00:00.000Z';
  expect(await isHostOnly()).toBe(true);
  await secrets.close();
});
