import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { addLeadUse } from '#domain/kernel/files/files.js';
import { join } from 'node:path';
import { KeyValueStoreOnSqlite } from '../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '../testing/in-memory/clock-in-memory.js';
import { folders } from '../testing/folders.js';
import { FileRecords } from './file-records.js';
import { FileQuotaReached, FileUsage, type StoredBytes } from './file-usage.js';

const createFolder = folders();
let secrets: KeyValueStoreOnSqlite;
let usage: FileUsage;
beforeEach(() => {
  secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    new ClockInMemory(),
  );
  usage = new FileUsage(secrets);
});
afterEach(() => secrets.close());

const quotas = { perOwner: 1_000, perOrganization: 1_500 };
const bytesOf = (owner: string, bytes: number): StoredBytes => ({
  owner,
  organizationId: 'org',
  bytes,
});
let keys = 0;
const tryReserve = (stored: StoredBytes, key = `key-${++keys}`) =>
  usage.reserve(key, stored, quotas).then(
    () => true,
    (error: unknown) => (error instanceof FileQuotaReached ? error.scope : Promise.reject(error)),
  );

test('simultaneous uploads are admitted up to the quota', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tryReserve(bytesOf('asha', 100))),
  );
  expect(answers.filter((answer) => answer === true)).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'owner')).toHaveLength(10);
  expect(await tryReserve(bytesOf('asha', 1))).toBe('owner');
});

test('an upload beyond the organization’s quota does not reduce the member’s', async () => {
  expect(await tryReserve(bytesOf('asha', 1_000), 'org_first')).toBe(true);
  expect(await tryReserve(bytesOf('ravi', 501))).toBe('organization');
  expect(await tryReserve(bytesOf('ravi', 500))).toBe(true);
  await usage.unreserve('org_first', bytesOf('asha', 1_000));
  expect(await tryReserve(bytesOf('ravi', 501))).toBe('owner');
  expect(await tryReserve(bytesOf('ravi', 500))).toBe(true);
});

test('a removed file releases its bytes once, however many remove it', async () => {
  const records = new FileRecords(secrets);
  const record = {
    ...bytesOf('asha', 600),
    kind: 'pdf',
    contentType: 'application/pdf',
    uploadedSha256: 'x',
    createdAt: '2026-11-22T10:00:00.000Z',
  } as const;
  expect(await tryReserve(record, 'org_file')).toBe(true);
  await usage.confirm('org_file', record);
  expect(await tryReserve(bytesOf('asha', 400))).toBe(true);
  await records.add('org_file', { ...record, isCounted: true });
  await Promise.all([
    records.remove('org_file'),
    records.remove('org_file'),
    records.remove('org_file'),
  ]);
  expect(await tryReserve(bytesOf('asha', 601))).toBe('owner');
  expect(await tryReserve(bytesOf('asha', 600))).toBe(true);
});

test('a file from before the quotas releases nothing', async () => {
  const records = new FileRecords(secrets);
  expect(await tryReserve(bytesOf('asha', 1_000))).toBe(true);
  await records.add('org_old', {
    ...bytesOf('asha', 600),
    kind: 'pdf',
    contentType: 'application/pdf',
    uploadedSha256: 'x',
    createdAt: '',
  });
  await records.remove('org_old');
  expect(await tryReserve(bytesOf('asha', 1))).toBe('owner');
});

test('a retried file is reserved once, with its current size', async () => {
  expect(await tryReserve(bytesOf('asha', 900), 'org_file')).toBe(true);
  expect(await tryReserve(bytesOf('asha', 1_000), 'org_file')).toBe(true);
  expect(await tryReserve(bytesOf('asha', 400), 'org_file')).toBe(true);
  expect(await tryReserve(bytesOf('asha', 601))).toBe('owner');
  await usage.unreserve('org_file', bytesOf('asha', 400));
  await usage.unreserve('org_file', bytesOf('asha', 400));
  expect(await tryReserve(bytesOf('asha', 1_000))).toBe(true);
});

test('checking the quota reserves nothing', async () => {
  await usage.assertFits('org_file', bytesOf('asha', 1_000), quotas);
  await expect(usage.assertFits('org_file', bytesOf('asha', 1_001), quotas)).rejects.toMatchObject({
    scope: 'owner',
  });
  expect(await tryReserve(bytesOf('asha', 1_000))).toBe(true);
  await expect(usage.assertFits('org_file', bytesOf('ravi', 501), quotas)).rejects.toMatchObject({
    scope: 'organization',
  });
});

test('a file that a lead begins to use during its removal releases its bytes', async () => {
  const records = new FileRecords(secrets);
  const record = {
    ...bytesOf('asha', 600),
    kind: 'pdf',
    contentType: 'application/pdf',
    uploadedSha256: 'x',
    createdAt: '',
  } as const;
  expect(await tryReserve(record, 'org_file')).toBe(true);
  await records.add('org_file', { ...record, isCounted: true });
  const put = secrets.put.bind(secrets);
  const spy = jest.spyOn(secrets, 'put').mockImplementationOnce(async (...parameters) => {
    await records.change('org_file', (file) => addLeadUse(file, 'lead'));
    return put(...parameters);
  });
  await records.remove('org_file');
  spy.mockRestore();
  expect(await records.find('org_file')).toBeUndefined();
  expect(await tryReserve(bytesOf('asha', 1_000))).toBe(true);
});
