import { expect, test } from '@jest/globals';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { folders } from '../../testing/folders.js';
import { keyValueStoreContract } from './key-value-store.contract.js';
import { KeyValueStoreOnSqlite } from './key-value-store-on-sqlite.js';
import { openSecretsFile } from './secrets-file.js';

const createFolder = folders();
const paths = new WeakMap<object, string>();

async function open(clock: ClockInMemory, path = join(createFolder(), 'secrets.sqlite')) {
  const store = new KeyValueStoreOnSqlite(openSecretsFile(path), clock);
  paths.set(store, path);
  return store;
}

keyValueStoreContract(open, async (store, clock) => {
  await store.close();
  return open(clock, paths.get(store));
});

test('expired records are deleted, and only the owner may read the file', async () => {
  const path = join(createFolder(), 'secrets.sqlite');
  const clock = new ClockInMemory();
  const file = openSecretsFile(path);
  const store = new KeyValueStoreOnSqlite(file, clock);
  await store.put('challenge', 'old', 1, { expected: 0, expiresAt: clock.now() });
  await store.count('codes', 'old', 60);
  await clock.pause(600_000);
  await store.put('challenge', 'new', 1, { expected: 0 });
  expect(file.reader('SELECT id FROM secrets').all()).toEqual([['new']]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await store.close();
});
