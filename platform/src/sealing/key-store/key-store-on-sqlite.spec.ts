import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '../../testing/folders.js';
import { keyStoreContract } from './key-store.contract.js';
import { KeyStoreOnSqlite } from './key-store-on-sqlite.js';

const createFolder = folders();
const paths = new WeakMap<object, string>();

async function open(path = join(createFolder(), 'keys.sqlite')) {
  const store = KeyStoreOnSqlite.open(path);
  paths.set(store, path);
  return store;
}

keyStoreContract(open, async (store) => {
  await store.close();
  return open(paths.get(store));
});

/** Store with keys, and a test whether any file of its folder has the bytes of a key. */
async function storeKeys() {
  const dataFolder = createFolder();
  const store = await open(join(dataFolder, 'keys.sqlite'));
  const keys = await Promise.all(Array.from({ length: 50 }, () => store.store()));
  const isOnDisk = (key: Uint8Array) =>
    readdirSync(dataFolder).some((name) =>
      readFileSync(join(dataFolder, name)).includes(Buffer.from(key)),
    );
  return { store, keys, isOnDisk };
}

test('no byte of a destroyed key remains in any file', async () => {
  const { store, keys, isOnDisk } = await storeKeys();
  expect(keys.every(({ key }) => isOnDisk(key))).toBe(true);
  await store.destroy([keys[7]!.id], 'event-1');
  expect(keys.filter(({ key }) => !isOnDisk(key))).toEqual([keys[7]]);
  await store.close();
});

test('no byte of a held key remains in any file after its due time', async () => {
  const { store, keys, isOnDisk } = await storeKeys();
  await store.destroy([keys[7]!.id], 'event-1', '2026-11-22T09:30:00.000Z');
  expect(keys.every(({ key }) => isOnDisk(key))).toBe(true);
  await store.destroyDue('2026-11-22T09:30:00.000Z');
  expect(keys.filter(({ key }) => !isOnDisk(key))).toEqual([keys[7]]);
  await store.close();
});

test('only the owner may read the file', async () => {
  const path = join(createFolder(), 'keys.sqlite');
  const store = await open(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await store.close();
});
