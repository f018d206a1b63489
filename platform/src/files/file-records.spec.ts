import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { FileReference } from '#domain/kernel/schema.js';
import { join } from 'node:path';
import { KeyValueStoreOnSqlite } from '../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '../testing/clock-in-memory.js';
import { folders } from '../testing/folders.js';
import { FileRecords, fileKey } from './file-records.js';

const folder = folders();
let secrets: KeyValueStoreOnSqlite;
let records: FileRecords;
const key = fileKey('org', 'one');
beforeEach(async () => {
  secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(folder(), 'secrets.sqlite')), new ClockInMemory());
  records = new FileRecords(secrets);
  const record = { owner: 'asha', organizationId: 'org', kind: 'image', contentType: 'image/jpeg', bytes: 1, uploadedSha256: 'x' } as const;
  await records.add(key, { ...record, createdAt: '2026-11-22T10:00:00.000Z' });
});
afterEach(() => secrets.close());

/** As what the picture may be referred to. */
async function usableAs(): Promise<readonly FileReference[]> {
  const kinds: readonly FileReference[] = ['photo', 'quotation-file', 'image', 'offer-file'];
  const found = await Promise.all(kinds.map((kind) => records.resolve(kind, ['one'], { organizationId: 'org', actorId: 'asha' })));
  return kinds.filter((_, at) => found[at]!.has('one'));
}
const uses = {
  'a lead': () => records.attach(key, 'lead'),
  'a bill': () => records.keep(key, 'bill-org_one'),
  'an offer': () => records.publish(key, 'members', 'offer-org_one'),
  'a product': () => records.publish(key, 'everybody', 'product-org_one'),
};
const others = ['a bill', 'an offer', 'a product'] as const;

test('a file that nothing speaks of may become anything that it is fit for', async () => {
  expect(await usableAs()).toEqual(['photo', 'quotation-file', 'image', 'offer-file']);
});

test('a lead’s file is for leads only', async () => {
  await uses['a lead']();
  expect(await usableAs()).toEqual(['photo', 'quotation-file']);
});

test.each(others)('the file of %s is for no lead', async (other) => {
  await uses[other]();
  expect(await usableAs()).toEqual(['image', 'offer-file']);
});

test.each(others)('of a lead and %s that speak of one file at once, it is the first one’s', async (other) => {
  await uses['a lead']();
  const ofLead = await records.find(key);
  await uses[other]();
  expect(await records.find(key)).toEqual(ofLead);

  await records.remove(key);
  await records.add(key, { ...ofLead!, leadId: undefined } as never);
  await uses[other]();
  await uses['a lead']();
  expect((await records.find(key))!.leadId).toBeUndefined();
});

test('what members may see may be shown to everybody later, and is theirs to see from then on', async () => {
  await uses['an offer']();
  await uses['a product']();
  await uses['an offer']();
  expect((await records.find(key))!.publishedTo).toBe('everybody');
});

test('what is shown no more is nobody’s but those’s who still show it', async () => {
  await uses['an offer']();
  await uses['a product']();
  expect(await records.unpublish(key, 'product-org_one')).toBe(false);
  expect((await records.find(key))!.publishedTo).toBe('members');
  expect(await records.unpublish(key, 'product-org_other')).toBe(false);
  expect(await records.unpublish(key, 'offer-org_one')).toBe(true);
  expect((await records.find(key))!.publishedTo).toBeUndefined();
  // killed before it was removed, who removes it asks again
  expect(await records.unpublish(key, 'offer-org_one')).toBe(true);
});

test('what another record speaks of stays when it is shown no more', async () => {
  await uses['a bill']();
  await uses['a product']();
  expect(await records.unpublish(key, 'product-org_one')).toBe(false);
});
