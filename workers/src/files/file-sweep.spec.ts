import { addRecordUse, addLeadUse, addPublication } from '#domain/kernel/files/files.js';
import type { Logger } from '#platform/process/logger.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { FileRecords } from '#platform/files/file-records.js';
import { FileUsage } from '#platform/files/file-usage.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { FileSweep } from './file-sweep.js';

const createFolder = folders();
const DAY_MS = 24 * 60 * 60_000;
const uploader = { owner: 'asha', organizationId: 'org' };

async function setUp() {
  const dataFolder = createFolder();
  const clock = new ClockInMemory();
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataFolder, 'secrets.sqlite')),
    clock,
  );
  const files = new FileStoreInFolder(join(dataFolder, 'files'));
  const records = new FileRecords(secrets);
  const upload = async (key: string) => {
    await records.scheduleExpiry(key, uploader, clock.now());
    await files.put(key, Buffer.from(key), 'application/pdf');
    const record = {
      owner: 'asha',
      organizationId: 'org',
      kind: 'pdf',
      contentType: 'application/pdf',
      bytes: 1,
      uploadedSha256: key,
    } as const;
    await records.add(key, { ...record, createdAt: clock.now() });
  };
  const isStored = async (key: string) =>
    (await records.find(key)) !== undefined && (await files.stat(key)) !== undefined;
  /** Lets the given number of days pass, with a sweep each hour. */
  const passDays = async (days: number) => {
    const until = Date.parse(clock.now()) + days * DAY_MS;
    const stop = new AbortController();
    const stoppingClock = {
      ...clock,
      now: () => {
        if (Date.parse(clock.now()) > until) stop.abort();
        return clock.now();
      },
    };
    const logger = {
      warn: ({ err }: { err: unknown }) => expect(err).toBeUndefined(),
    } as unknown as Logger;
    await new FileSweep(files, records, stoppingClock, logger).run(stop.signal);
  };
  return { clock, secrets, files, records, upload, isStored, passDays };
}

test('a file without references expires after sixty days; a referenced one stays', async () => {
  const { secrets, records, upload, isStored, passDays } = await setUp();
  await upload('org_of-a-lead');
  await upload('org_forgotten');
  await records.change('org_of-a-lead', (file) => addLeadUse(file, 'lead'));
  await upload('org_of-a-bill');
  await records.change('org_of-a-bill', (file) => addRecordUse(file, 'bill-org_1'));
  await passDays(59);
  expect(await isStored('org_forgotten')).toBe(true);
  await passDays(2);
  expect(await isStored('org_forgotten')).toBe(false);
  expect(await isStored('org_of-a-lead')).toBe(true);
  expect(await isStored('org_of-a-bill')).toBe(true);
  await secrets.close();
});

test('a hidden file expires sixty days later, unless it is used by then', async () => {
  const { clock, secrets, records, upload, isStored, passDays } = await setUp();
  for (const name of ['gone', 'of-a-bill', 'shown-again']) {
    await upload(`org_${name}`);
    await records.change(`org_${name}`, (file) =>
      addPublication(file, 'everybody', 'product-org_1'),
    );
  }
  await passDays(59);
  for (const name of ['gone', 'of-a-bill', 'shown-again'])
    await records.unpublish(`org_${name}`, 'product-org_1', clock.now());
  await records.change('org_of-a-bill', (file) => addRecordUse(file, 'bill-org_1'));
  await passDays(58);
  await records.change('org_shown-again', (file) =>
    addPublication(file, 'everybody', 'product-org_2'),
  );
  expect(await isStored('org_gone')).toBe(true);
  await passDays(3);
  expect(await isStored('org_gone')).toBe(false);
  expect(await isStored('org_of-a-bill')).toBe(true);
  expect(await isStored('org_shown-again')).toBe(true);
  await secrets.close();
});

test('files that expired while no worker ran are removed by the next one, later ones in time', async () => {
  const { clock, secrets, upload, isStored, passDays } = await setUp();
  await upload('org_early');
  await passDays(1);
  await upload('org_later');
  await clock.pause(60 * DAY_MS);
  await passDays(0);
  expect(await isStored('org_early')).toBe(false);
  await passDays(2);
  expect(await isStored('org_later')).toBe(false);
  await secrets.close();
});

test('bytes reserved by unfinished uploads are released once; those of stored files count', async () => {
  const { clock, secrets, records, upload, passDays } = await setUp();
  const usage = new FileUsage(secrets);
  const quotas = { perOwner: 1_000, perOrganization: 1_000 };
  const tryReserve = (key: string, bytes: number) =>
    usage.reserve(key, { ...uploader, bytes }, quotas).then(
      () => true,
      () => false,
    );
  await records.scheduleExpiry('org_half', uploader, clock.now());
  expect(await tryReserve('org_half', 600)).toBe(true);
  // This file is stored and referred to, but its reservation is never confirmed.
  expect(await tryReserve('org_of-a-lead', 400)).toBe(true);
  await upload('org_of-a-lead');
  await records.change('org_of-a-lead', (file) => addLeadUse(file, 'lead'));
  expect(await tryReserve('org_more', 1)).toBe(false);
  await passDays(61);
  expect(await tryReserve('org_more', 601)).toBe(false);
  expect(await tryReserve('org_more', 600)).toBe(true);
  await records.settleExpiry('org_half');
  expect(await tryReserve('org_again', 1)).toBe(false);
  await secrets.close();
});

test('bytes of unfinished uploads are removed too', async () => {
  const { clock, secrets, files, records, passDays } = await setUp();
  await records.scheduleExpiry('org_half', uploader, clock.now());
  await files.put('org_half', Buffer.from('half'), 'application/pdf');
  await passDays(61);
  expect(await files.stat('org_half')).toBeUndefined();
  await secrets.close();
});
