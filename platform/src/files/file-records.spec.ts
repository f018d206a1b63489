import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { addRecordUse, addLeadUse, addPublication } from '#domain/kernel/files/files.js';
import type { FileReference } from '#domain/kernel/schema.js';
import { join } from 'node:path';
import { KeyValueStoreOnSqlite } from '../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '../testing/in-memory/clock-in-memory.js';
import { folders } from '../testing/folders.js';
import { FileRecords, fileKey } from './file-records.js';

const createFolder = folders();
let secrets: KeyValueStoreOnSqlite;
let records: FileRecords;
const key = fileKey('org', 'one');
const now = '2026-11-23T10:00:00.000Z';
beforeEach(async () => {
  secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    new ClockInMemory(),
  );
  records = new FileRecords(secrets);
  const record = {
    owner: 'asha',
    organizationId: 'org',
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: 1,
    uploadedSha256: 'x',
  } as const;
  await records.add(key, { ...record, createdAt: '2026-11-22T10:00:00.000Z' });
});
afterEach(() => secrets.close());

/** Reference kinds that may use the picture. */
async function findUsableKinds(stream = 'lead-org_lead'): Promise<readonly FileReference[]> {
  const kinds: readonly FileReference[] = ['photo', 'quotation-file', 'image', 'offer-file'];
  const found = await Promise.all(
    kinds.map((kind) =>
      records.resolve(kind, ['one'], { organizationId: 'org', actorId: 'asha', stream }),
    ),
  );
  return kinds.filter((_, index) => found[index]!.has('one'));
}
const uses = {
  'a lead': () => records.change(key, (file) => addLeadUse(file, 'lead')),
  'a bill': () => records.change(key, (file) => addRecordUse(file, 'bill-org_one')),
  'an offer': () => records.change(key, (file) => addPublication(file, 'members', 'offer-org_one')),
  'a product': () =>
    records.change(key, (file) => addPublication(file, 'everybody', 'product-org_one')),
};
const others = ['a bill', 'an offer', 'a product'] as const;

test('a file without references may get any use that its kind allows', async () => {
  expect(await findUsableKinds()).toEqual(['photo', 'quotation-file', 'image', 'offer-file']);
});

test('a file that a command puts into a lead is closed to other records, even before a reactor has noted it', async () => {
  expect(await records.claim('photo', key, 'lead-org_lead')).toBe(true);
  expect(await findUsableKinds()).toEqual(['photo', 'quotation-file']);
  expect(await findUsableKinds('lead-org_another')).toEqual([]);
  expect(await records.claim('photo', key, 'lead-org_another')).toBe(false);
  expect(await records.claim('image', key, 'bill-org_one')).toBe(false);
  expect(await records.claim('photo', key, 'lead-org_lead')).toBe(true);
});

test('a file that a command puts into another record is closed to leads', async () => {
  expect(await records.claim('image', key, 'product-org_one')).toBe(true);
  expect(await findUsableKinds()).toEqual(['image', 'offer-file']);
  expect(await records.claim('offer-file', key, 'offer-org_one')).toBe(true);
  expect(await records.claim('photo', key, 'lead-org_lead')).toBe(false);
});

test('of two records that claim one file at once, one gets it', async () => {
  const claims = [
    records.claim('photo', key, 'lead-org_lead'),
    records.claim('image', key, 'bill-org_one'),
  ];
  expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
});

test('a lead’s file is for leads only', async () => {
  await uses['a lead']();
  expect(await findUsableKinds()).toEqual(['photo', 'quotation-file']);
});

test.each(others)('the file of %s is closed to leads', async (other) => {
  await uses[other]();
  expect(await findUsableKinds()).toEqual(['image', 'offer-file']);
});

test.each(others)(
  'of a lead and %s that refer to one file at once, the first one gets it',
  async (other) => {
    await uses['a lead']();
    const leadFile = await records.find(key);
    await uses[other]();
    expect(await records.find(key)).toEqual(leadFile);

    await records.remove(key);
    await records.add(key, { ...leadFile!, leadId: undefined } as never);
    await uses[other]();
    await uses['a lead']();
    expect((await records.find(key))!.leadId).toBeUndefined();
  },
);

test('a file published to members may be published to everybody later, and stays visible to members', async () => {
  await uses['an offer']();
  await uses['a product']();
  await uses['an offer']();
  expect((await records.find(key))!.publishedTo).toBe('everybody');
});

test('a file that one record hides stays visible through the others only', async () => {
  await uses['an offer']();
  await uses['a product']();
  await records.unpublish(key, 'product-org_one', now);
  expect((await records.find(key))!.publishedTo).toBe('members');
  await records.unpublish(key, 'product-org_other', now);
  expect((await records.find(key))!.publishedTo).toBe('members');
  await records.unpublish(key, 'offer-org_one', now);
  expect((await records.find(key))!.publishedTo).toBeUndefined();
});

test('a hidden file may be used again, and expires in sixty days; repeating that does not postpone it', async () => {
  await uses['a product']();
  await records.unpublish(key, 'product-org_one', now);
  await records.unpublish(key, 'product-org_one', '2026-12-24T10:00:00.000Z');
  expect(await records.findDue('2027-01-22')).toEqual([key]);
  expect(await findUsableKinds()).toEqual(['photo', 'quotation-file', 'image', 'offer-file']);
});

test('a crash before hiding leaves the expiry note, and the next try finds it', async () => {
  await uses['a product']();
  const update = secrets.update.bind(secrets);
  secrets.update = (kind, ...parameters) =>
    kind === 'file' ? Promise.reject(new Error('killed')) : update(kind, ...parameters);
  await expect(records.unpublish(key, 'product-org_one', now)).rejects.toThrow('killed');
  expect(await records.findDue('2027-01-22')).toEqual([key]);
  secrets.update = update;
  await records.unpublish(key, 'product-org_one', now);
  expect((await records.find(key))!.publishedTo).toBeUndefined();
});

test('an expiry note that was postponed meanwhile stays', async () => {
  const uploader = { owner: 'asha', organizationId: 'org' };
  await records.scheduleExpiry(key, uploader, now);
  await records.scheduleExpiry(key, uploader, '2026-11-24T10:00:00.000Z');
  await records.settleExpiry(key, '2027-01-22');
  expect(await records.findDue('2027-01-23')).toEqual([key]);
  await records.settleExpiry(key, '2027-01-23');
  expect(await records.findDue('2027-01-23')).toEqual([]);
});

test('a file published before streams were noted stays published, whichever record hides it', async () => {
  const { shownBy: _, ...old } = (await records.find(key))!;
  await records.remove(key);
  await records.add(key, { ...old, publishedTo: 'everybody' });
  await records.unpublish(key, 'product-org_one', now);
  await uses['a product']();
  await records.unpublish(key, 'product-org_one', now);
  expect((await records.find(key))!.publishedTo).toBe('everybody');
});

test('no hash remains of a file that is removed while its content is noted', async () => {
  const update = jest.spyOn(secrets, 'update').mockImplementationOnce(async (...change) => {
    await records.remove(key);
    return secrets.update(...change);
  });
  await records.recordContentHash(key);
  expect(update).toHaveBeenCalled();
  expect(await secrets.get('file-content', key)).toBeUndefined();
});

test('no hash remains of a removed file whose content was noted by a crashed process', async () => {
  await records.remove(key);
  await secrets.put('file-content', key, { owner: 'org x' }, { expected: 0 });
  await records.recordContentHash(key);
  expect(await secrets.get('file-content', key)).toBeUndefined();
});
