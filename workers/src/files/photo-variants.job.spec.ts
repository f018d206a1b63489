import { Unavailable } from '#platform/common/unavailable.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { PdfMaker } from '../documents/pdf-maker.js';
import { PhotoVariants } from './photo-variants.job.js';

const createFolder = folders();

test('a PDF whose page takes too long is drawn twice, and then has no picture', async () => {
  const dataFolder = createFolder();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataFolder, 'secrets.sqlite')),
    new ClockInMemory(),
  );
  const [files, records] = [
    new FileStoreInFolder(join(dataFolder, 'files')),
    new FileRecords(secrets),
  ];
  const key = fileKey('org', 'offer');
  await files.put(key, Buffer.from('%PDF-1.7'), 'application/pdf');
  await records.add(key, {
    owner: 'asha',
    organizationId: 'org',
    kind: 'pdf',
    contentType: 'application/pdf',
    bytes: 8,
    uploadedSha256: key,
    createdAt: '2026-11-21T09:30:00.000Z',
  });
  let drawings = 0;
  const drawFirstPage = async () => {
    drawings++;
    throw new Unavailable('A PDF takes too long');
  };
  const job = new PhotoVariants(files, records, { drawFirstPage } as unknown as PdfMaker);
  const attempt = (number: number) => job.handle({ data: { key }, attempt: number });
  await expect(attempt(1)).rejects.toThrow('takes too long');
  await attempt(2);
  await attempt(1);
  expect(drawings).toBe(2);
  expect(await records.find(key)).toMatchObject({ hasNoPicture: true });
  await secrets.close();
});
