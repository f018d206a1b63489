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

test('all files are in the folder, under generated names, for the owner only', async () => {
  const home = join(folder(), 'files');
  const store = await open(home);
  await store.put('../../escape', Buffer.from('x'), 'text/plain');
  const names = readdirSync(home, { recursive: true }) as string[];
  expect(names.every((name) => /^(unfinished|[0-9a-f]{2}(\/[0-9a-f]{64})?)$/.test(name))).toBe(
    true,
  );
  for (const name of names) expect(statSync(join(home, name)).mode & 0o077).toBe(0);
});

test('unfinished files of a killed process are deleted', async () => {
  const home = folder();
  await open(home);
  writeFileSync(join(home, 'unfinished', 'half'), 'ha');
  await open(home);
  expect(readdirSync(join(home, 'unfinished'))).toEqual([]);
});

test('in a shared folder, unfinished files of other processes stay', async () => {
  const home = folder();
  await open(home);
  for (const name of ['now', 'long ago']) writeFileSync(join(home, 'unfinished', name), 'ha');
  utimesSync(join(home, 'unfinished', 'long ago'), 0, 0);
  new FileStoreInFolder(home, { shared: true });
  expect(readdirSync(join(home, 'unfinished'))).toEqual(['now']);
});

test('a failed write leaves nothing, and reports the reason', async () => {
  const home = folder();
  const store = await open(home);
  for (const name of readdirSync(home)) if (name !== 'unfinished') rmdirSync(join(home, name));
  const failure = await store
    .put('o_file', Buffer.from('x'), 'text/plain')
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unavailable);
  expect(readdirSync(join(home, 'unfinished'))).toEqual([]);
});
