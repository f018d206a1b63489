import type { Logger } from '#platform/process/logger.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { FileRecords } from '#platform/files/file-records.js';
import { FileUsage } from '#platform/files/file-usage.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { addMilliseconds } from '#platform/common/clock.js';
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { removeFile } from '../files/remove-file.js';
import { DueErasures } from './due-erasures.js';

const createFolder = folders();
const HOUR_MS = 60 * 60_000;
const uploader = { owner: 'asha', organizationId: 'org' };
const quotas = { perOwner: 10, perOrganization: 10 };

async function setUp() {
  const dataFolder = createFolder();
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataFolder, 'secrets.sqlite')),
    clock,
  );
  const [files, records, keys] = [
    new FileStoreInFolder(join(dataFolder, 'files')),
    new FileRecords(secrets),
    new KeyStoreInMemory(),
  ];
  const usage = new FileUsage(secrets);
  const upload = async (key: string, bytes: number) => {
    await usage.reserve(key, { ...uploader, bytes }, quotas);
    await files.put(key, Buffer.from(key), 'application/pdf');
    const record = {
      ...uploader,
      kind: 'pdf',
      contentType: 'application/pdf',
      bytes,
      uploadedSha256: key,
      isCounted: true,
    } as const;
    await records.add(key, { ...record, createdAt: clock.now() });
    await usage.confirm(key, uploader);
  };
  const fitsQuota = (bytes: number) =>
    usage.assertFits('another', { ...uploader, bytes }, quotas).then(
      () => true,
      () => false,
    );
  const logger = {
    warn: ({ err }: { err: unknown }) => expect(err).toBeUndefined(),
  } as unknown as Logger;
  const dueErasures = new DueErasures(keys, files, records, clock, logger);
  return {
    clock,
    secrets,
    files,
    records,
    keys,
    upload,
    fitsQuota,
    dueErasures,
    until: addMilliseconds(clock.now(), 24 * HOUR_MS),
  };
}

test('a held key and a held file are destroyed when due, and the file counts until then', async () => {
  const { clock, secrets, files, records, keys, upload, fitsQuota, dueErasures, until } =
    await setUp();
  const { id } = await keys.store();
  await keys.destroy([id], 'event-1', until);
  await upload('org_held', 8);
  await records.hold('org_held', { leadId: 'lead' }, until);
  await clock.pause(23 * HOUR_MS);
  await dueErasures.destroyDue();
  expect([
    (await keys.findHeld([id])).size,
    (await records.findHeld()).length,
    await fitsQuota(5),
  ]).toEqual([1, 1, false]);
  expect(await files.stat('org_held')).toBeDefined();

  await clock.pause(HOUR_MS);
  for (let times = 0; times < 2; times++) await dueErasures.destroyDue();
  expect([
    (await keys.findHeld([id])).size,
    (await records.findHeld()).length,
    await fitsQuota(10),
  ]).toEqual([0, 0, true]);
  expect(await files.stat('org_held')).toBeUndefined();
  await secrets.close();
});

test('a held file is removed by nothing else, and stays if it was uploaded again', async () => {
  const { clock, secrets, files, records, upload, dueErasures, until } = await setUp();
  await upload('org_held', 4);
  await records.hold('org_held', { leadId: 'lead' }, until);
  await removeFile({ files, records }, 'org_held');
  expect(await files.stat('org_held')).toBeDefined();
  await upload('org_held', 4);
  await clock.pause(24 * HOUR_MS);
  await dueErasures.destroyDue();
  expect(await records.findHeld()).toEqual([]);
  expect(await files.stat('org_held')).toBeDefined();
  await secrets.close();
});

test('the sweep runs every hour until it is stopped', async () => {
  const { clock, secrets, keys, dueErasures, until } = await setUp();
  const { id } = await keys.store();
  await keys.destroy([id], 'event-1', until);
  const stop = new AbortController();
  const running = dueErasures.run(stop.signal);
  while ((await keys.findHeld([id])).size > 0) await new Promise(setImmediate);
  stop.abort();
  await running;
  expect(Date.parse(clock.now()) - Date.parse(until)).toBeLessThanOrEqual(2 * HOUR_MS);
  await secrets.close();
});
