import { expect, test } from '@jest/globals';
import { readdirSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '../../testing/folders.js';
import { Unavailable } from '../../common/unavailable.js';
import { fileStoreContract } from './file-store.contract.js';
import { FileStoreInFolder } from './file-store-in-folder.js';

const folder = folders();
const homes = new WeakMap<object, string>();

async function open(home = folder()) {
  const store = new FileStoreInFolder(home);
  homes.set(store, home);
  return store;
}

fileStoreContract(open, async (store) => {
  await store.close();
  return open(homes.get(store));
});

test('everything is within the folder, under names of ours, for its owner only', async () => {
  const home = join(folder(), 'files');
  const store = await open(home);
  await store.put('../../escape', Buffer.from('x'), 'text/plain');
  const names = readdirSync(home, { recursive: true }) as string[];
  expect(names.every((name) => /^(unfinished|[0-9a-f]{2}(\/[0-9a-f]{64})?)$/.test(name))).toBe(
    true,
  );
  for (const name of names) expect(statSync(join(home, name)).mode & 0o077).toBe(0);
});

test('what a killed process left unfinished is thrown away', async () => {
  const home = folder();
  await open(home);
  writeFileSync(join(home, 'unfinished', 'half'), 'ha');
  await open(home);
  expect(readdirSync(join(home, 'unfinished'))).toEqual([]);
});

test('in a folder that processes share, what another one is just writing stays', async () => {
  const home = folder();
  await open(home);
  for (const name of ['now', 'long ago']) writeFileSync(join(home, 'unfinished', name), 'ha');
  utimesSync(join(home, 'unfinished', 'long ago'), 0, 0);
  new FileStoreInFolder(home, { shared: true });
  expect(readdirSync(join(home, 'unfinished'))).toEqual(['now']);
});

test('what cannot be written leaves nothing behind, and says why', async () => {
  const home = folder();
  const store = await open(home);
  for (const name of readdirSync(home)) if (name !== 'unfinished') rmdirSync(join(home, name));
  const failure = await store
    .put('o_file', Buffer.from('x'), 'text/plain')
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unavailable);
  expect(readdirSync(join(home, 'unfinished'))).toEqual([]);
});
