import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { Upload } from '@tus/utils';
import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { UnfinishedUploads, uploadId } from './unfinished-uploads.js';

const megabyte = 1024 ** 2;
const createFolder = folders();
const asker = (id: string, verified = true) =>
  ({ id, verified, organizationId: 'sharma', role: 'admin', timeZone: 'Asia/Kolkata' }) as const;
const [meera, asha, ravi] = [asker('meera'), asker('asha'), asker('ravi')];

function openUploads(max?: number) {
  const dataFolder = createFolder();
  const uploads = new UnfinishedUploads(dataFolder, max);
  let seconds = 0;
  return {
    uploads,
    begin: async (fileId: string, bytes: number, uploader: typeof meera) => {
      await uploads.makeRoom(fileId, bytes, uploader);
      const upload = new Upload({ id: uploadId(uploader, fileId), size: bytes, offset: 0 });
      upload.creation_date = new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds++).toISOString();
      await uploads.create(upload);
    },
    names: () => readdirSync(dataFolder).toSorted(),
    ids: () =>
      readdirSync(dataFolder)
        .filter((name) => !name.endsWith('.json'))
        .toSorted(),
    path: (name: string) => join(dataFolder, name),
    /** By the clock of the process, because the file system's may differ. */
    setAge: (name: string, hours: number) =>
      utimesSync(join(dataFolder, name), new Date(), new Date(Date.now() - hours * 60 * 60_000)),
  };
}

test('on a full disk, the largest holder’s oldest upload is dropped, and nobody is refused', async () => {
  const { begin, ids } = openUploads(100 * megabyte);
  await begin('old', 10 * megabyte, asha);
  for (const fileId of ['one', 'two', 'three']) await begin(fileId, 30 * megabyte, ravi);
  await begin('first', 20 * megabyte, meera);
  expect(ids()).toEqual([
    'sharma_asha_old',
    'sharma_meera_first',
    'sharma_ravi_three',
    'sharma_ravi_two',
  ]);
});

test('uploads with a small declared size cannot fill the disk with file names', async () => {
  const { begin, ids } = openUploads(4 * megabyte);
  for (const fileId of ['one', 'two', 'three', 'four', 'five']) await begin(fileId, 1, ravi);
  expect(ids()).toHaveLength(4);
});

test('an upload that is started again replaces no other', async () => {
  const { begin, ids } = openUploads();
  for (const fileId of ['a', 'b', 'c', 'd', 'e', 'e']) await begin(fileId, 1, meera);
  expect(ids()).toHaveLength(5);
});

test('everything expires after a day, including empty uploads and single leftover files', async () => {
  const { uploads, begin, names, path, setAge } = openUploads();
  for (const fileId of ['empty', 'halfA', 'halfB', 'new']) await begin(fileId, 0, meera);
  rmSync(path('sharma_meera_halfA'));
  rmSync(path('sharma_meera_halfB.json'));
  for (const name of names()) setAge(name, name.includes('new') ? 0 : 25);
  expect(await uploads.deleteExpired()).toBe(3);
  expect(names()).toEqual(['sharma_meera_new', 'sharma_meera_new.json']);
});

test('an upload with one leftover file can be cancelled, also repeatedly', async () => {
  const { uploads, begin, names, path } = openUploads();
  await begin('half', 1, meera);
  rmSync(path('sharma_meera_half'));
  for (let times = 0; times < 2; times++) await uploads.remove('sharma_meera_half');
  expect(names()).toEqual([]);
});
