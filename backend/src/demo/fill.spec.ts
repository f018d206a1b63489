import { type EventLog, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { FileRecords } from '#platform/files/file-records.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import type { ReadSide } from '#platform/live/read-side.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import type { CommandSender } from '#platform/write-side/command-bus.js';
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { People } from '../auth/people/people.js';
import { PageViews } from '../http/page-views.js';
import type { Uploads } from '../api/files/uploads/uploads.js';
import { Demo } from './fill.js';
import type { QuotationAnswers } from './quotation-answers.js';
import type { QuotationSteps } from './quotation-steps.js';

const createFolder = folders();

test('schedules the expiry of a photo before storing its variants', async () => {
  const dataFolder = createFolder();
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataFolder, 'secrets.sqlite')),
    clock,
  );
  const files = new FileStoreInFolder(join(dataFolder, 'files'));
  const storedKeys = new Set<string>();
  const { put } = files;
  files.put = (key, ...rest) => {
    storedKeys.add(key.replace(/\.\d+$/, ''));
    return put.call(files, key, ...rest);
  };
  const people = {
    findAccountByPhone: async () => undefined,
    findMembership: async () => ({ organization: { inviteCode: 'code' } }),
  };
  const demo = new Demo(
    { readLastPosition: async () => BEFORE_ALL } as unknown as EventLog,
    { waitFor: async () => {} } as unknown as ReadSide,
    { send: async () => ({}) } as unknown as CommandSender,
    people as unknown as People,
    { storeUpload: async () => ({}), storeGenerated: async () => ({}) } as unknown as Uploads,
    files,
    new FileRecords(secrets),
    new PageViews(secrets),
    clock,
    { send: async () => {} } as unknown as QuotationAnswers,
    { record: async () => {} } as unknown as QuotationSteps,
  );
  await demo.fill({ leads: 20, seed: 1, onProgress: () => {} });
  const expiries = await Promise.all(
    [...storedKeys].map((key) => secrets.get('unreferred-file', key)),
  );
  expect(expiries.length).toBeGreaterThan(0);
  expect(expiries).not.toContain(undefined);
  await secrets.close();
});
