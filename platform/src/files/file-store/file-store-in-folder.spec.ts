import { expect, test } from '@jest/globals';
import { readdirSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '../../testing/folders.js';
import { Unavailable } from '../../common/unavailable.js';
import { fileStoreContract } from './file-store.contract.js';
import { FileStoreInFolder } from './file-store-in-folder.js';

const createFolder = folders();
const dataFolders = new WeakMap<object, string>();

async function open(dataFolder = createFolder()) {
  const store = new FileStoreInFolder(dataFolder);
  dataFolders.set(store, dataFolder);
  return store;
}

fileStoreContract(open, async (store) => {
  await store.close();
  return open(dataFolders.get(store));
});

test('all files are in the folder, under generated names, for the owner only', async () => {
  const dataFolder = join(createFolder(), 'files');
  const store = await open(dataFolder);
  await store.put('../../escape', Buffer.from('x'), 'text/plain');
  const names = readdirSync(dataFolder, { recursive: true }) as string[];
  expect(names.every((name) => /^(unfinished|[0-9a-f]{2}(\/[0-9a-f]{64})?)$/.test(name))).toBe(
    true,
  );
  for (const name of names) expect(statSync(join(dataFolder, name)).mode & 0o077).toBe(0);
});

test('unfinished files of a killed process are deleted', async () => {
  const dataFolder = createFolder();
  await open(dataFolder);
  writeFileSync(join(dataFolder, 'unfinished', 'half'), 'ha');
  await open(dataFolder);
  expect(readdirSync(join(dataFolder, 'unfinished'))).toEqual([]);
});

test('in a shared folder, unfinished files of other processes stay', async () => {
  const dataFolder = createFolder();
  await open(dataFolder);
  for (const name of ['now', 'long ago']) writeFileSync(join(dataFolder, 'unfinished', name), 'ha');
  utimesSync(join(dataFolder, 'unfinished', 'long ago'), 0, 0);
  new FileStoreInFolder(dataFolder, { shared: true });
  expect(readdirSync(join(dataFolder, 'unfinished'))).toEqual(['now']);
});

test('a failed write leaves nothing, and reports the reason', async () => {
  const dataFolder = createFolder();
  const store = await open(dataFolder);
  for (const name of readdirSync(dataFolder))
    if (name !== 'unfinished') rmdirSync(join(dataFolder, name));
  const failure = await store
    .put('o_file', Buffer.from('x'), 'text/plain')
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unavailable);
  expect(readdirSync(join(dataFolder, 'unfinished'))).toEqual([]);
});
