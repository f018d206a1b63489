import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { Passwords } from './passwords.js';

const createFolder = folders();
let secrets: KeyValueStoreOnSqlite;
let passwords: Passwords;
beforeEach(() => {
  const clock = new ClockInMemory();
  secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    clock,
  );
  passwords = new Passwords(secrets, clock);
});
afterEach(() => secrets.close());

test('an account has no password until one is set', async () => {
  expect(await passwords.compare('asha', 'Kolhapur-7')).toEqual({ verdict: 'none', version: 0 });
  expect(await passwords.set('asha', 'Kolhapur-7', 0)).toBe(true);
  expect(await passwords.compare('asha', 'Kolhapur-7')).toEqual({
    verdict: 'right',
    version: await passwords.findVersion('asha'),
  });
  expect((await passwords.compare('asha', 'kolhapur-7')).verdict).toBe('wrong');
  expect((await passwords.compare('ravi', 'Kolhapur-7')).verdict).toBe('none');
});

test('a password is changed and removed with the current one; of two simultaneous changes, one succeeds', async () => {
  await passwords.set('asha', 'Kolhapur-7', 0);
  const version = await passwords.findVersion('asha');
  const changed = await Promise.all([
    passwords.set('asha', 'Kolhapur-8', version),
    passwords.set('asha', 'Kolhapur-9', version),
  ]);
  expect(changed.filter(Boolean)).toHaveLength(1);
  expect(await passwords.remove('asha', version)).toBe(false);
  expect((await passwords.compare('asha', 'Kolhapur-7')).verdict).toBe('wrong');
  expect(await passwords.remove('asha', await passwords.findVersion('asha'))).toBe(true);
  expect((await passwords.compare('asha', 'Kolhapur-8')).verdict).toBe('none');
  expect(await passwords.set('asha', 'Kolhapur-7', 0)).toBe(true);
});

test('letters are equal in every Unicode composition', async () => {
  await passwords.set('asha', 'Caf\u00e9-7777', 0);
  expect((await passwords.compare('asha', 'Cafe\u0301-7777')).verdict).toBe('right');
});

test('the stored form reveals neither the password nor that two are equal', async () => {
  await Promise.all([
    passwords.set('asha', 'Kolhapur-7', 0),
    passwords.set('ravi', 'Kolhapur-7', 0),
  ]);
  const stored: string[] = [];
  for await (const { value } of secrets.readAll()) stored.push(JSON.stringify(value));
  expect(stored).toHaveLength(2);
  expect(stored.join()).not.toMatch(/Kolhapur/);
  const hashes = stored.map((value) => (JSON.parse(value) as { hash: string }).hash);
  expect(new Set(hashes).size).toBe(2);
});

test('comparing takes as long for accounts without a password', async () => {
  await passwords.set('asha', 'Kolhapur-7', 0);
  /** Processor time, because other processes may hold the cores for a while. */
  const measureCpuTime = async (account: string) => {
    const began = process.cpuUsage();
    await passwords.compare(account, 'Kolhapur-8');
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  const times = { asha: [] as number[], nobody: [] as number[] };
  for (let turn = 0; turn < 3; turn++) {
    times.asha.push(await measureCpuTime('asha'));
    times.nobody.push(await measureCpuTime('nobody'));
  }
  const [known, unknown] = [Math.min(...times.asha), Math.min(...times.nobody)];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});
