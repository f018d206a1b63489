import type { LeadEvent } from '#domain/leads/lead.events.js';
import { created, erased, leadId, noted, photoId } from '#domain/leads/lead.examples.js';
import type { Message } from '#domain/kernel/texts/message.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { variants } from '#domain/kernel/files/files.js';
import { type FileRecord, FileRecords, fileKey, variantKey } from '#platform/files/file-records.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { holdForDays } from '#platform/write-side/erasing.js';
import { folders } from '#platform/testing/folders.js';
import { recorded } from '#platform/testing/recorded.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { PhotoVariants } from '../files/photo-variants.job.js';
import { PdfMaker } from '../documents/pdf-maker.js';
import { ErasedFiles } from './erased-files.reactor.js';

const createFolder = folders();
const key = fileKey('org', photoId);
const stream = `lead-org_${leadId}`;
const withPhoto = { ...noted, data: { ...noted.data, photoFileIds: [photoId] } } as LeadEvent;

let dataFolder: string;
let secrets: KeyValueStoreOnSqlite;
let files: FileStoreInFolder;
let records: FileRecords;
beforeEach(() => {
  dataFolder = createFolder();
  secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataFolder, 'secrets.sqlite')),
    new ClockInMemory(),
  );
  files = new FileStoreInFolder(join(dataFolder, 'files'));
  records = new FileRecords(secrets);
});
afterEach(() => secrets.close());

async function upload(fields: Partial<FileRecord> = {}): Promise<void> {
  const picture = await sharp({
    create: { width: 9, height: 9, channels: 3, background: '#d06030' },
  })
    .jpeg()
    .toBuffer();
  await files.put(key, picture, 'image/jpeg');
  const record = {
    owner: 'asha',
    organizationId: 'org',
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: 1,
    uploadedSha256: key,
  } as const;
  await records.add(key, { ...record, createdAt: '2026-11-21T09:30:00.000Z', ...fields });
}

async function erase(store = files, days = 0): Promise<void> {
  const history = recorded(
    ...[created, withPhoto, erased].map((event): [string, Message] => [stream, event]),
  );
  const log = { read: async () => history } as unknown as EventLog;
  await new ErasedFiles(log, store, records, {
    heldUntil: holdForDays(days),
    erase: async () => {},
  }).react(history.at(-1) as never);
}

const isStored = async () =>
  (await files.stat(key)) !== undefined || (await records.find(key)) !== undefined;

test('a photo of an erased lead is removed, even before its file record names the lead', async () => {
  await upload();
  await erase();
  expect(await isStored()).toBe(false);
});

test.each<[string, Partial<FileRecord>]>([
  ['a photo of another lead', { leadId: 'another' }],
  ['the picture of a bill that is this lead’s as well', { leadId, usedBy: 'bill-org_one' }],
  [
    'the picture of a product whose file record does not name this lead yet',
    { publishedTo: 'everybody' },
  ],
])('%s stays', async (_, fields) => {
  await upload(fields);
  await erase();
  expect(await isStored()).toBe(true);
});

test('the remains of an interrupted removal are removed by the next one', async () => {
  await upload();
  const failingStore = {
    remove: () => Promise.reject(new Error('killed')),
  } as unknown as FileStoreInFolder;
  await expect(erase(failingStore)).rejects.toThrow('killed');
  await erase();
  expect(await isStored()).toBe(false);
});

test('variants that were generated during the erasure are removed too', async () => {
  await upload({ leadId });
  const erasingStore = {
    ...files,
    stat: files.stat.bind(files),
    read: files.read.bind(files),
    remove: files.remove.bind(files),
    put: async (...parameters: Parameters<typeof files.put>) => {
      await erase();
      return files.put(...parameters);
    },
  };
  const store = erasingStore as unknown as FileStoreInFolder;
  await new PhotoVariants(store, records, new PdfMaker()).handle({ data: { key } } as never);
  expect(await isStored()).toBe(false);
  for (const variant of variants)
    expect(await files.stat(variantKey(key, variant))).toBeUndefined();
  expect(
    readdirSync(join(dataFolder, 'files'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ),
  ).toEqual([]);
});

test('a photo of a held erasure is hidden at once, and its bytes stay until it is due', async () => {
  await upload({ isCounted: true });
  for (let times = 0; times < 2; times++) await erase(files, 1);
  expect(await records.find(key)).toBeUndefined();
  expect(await files.stat(key)).toBeDefined();
  expect(await records.findHeld()).toEqual([
    {
      key,
      until: '2026-11-22T09:32:00.000Z',
      record: expect.objectContaining({ owner: 'asha', leadId }),
    },
  ]);
});
