import { imageId, packageAdded, packageId, productAdded, productDeleted, productDetails, productId } from '#domain/catalogue/catalogue.examples.js';
import type { ProductEvent } from '#domain/catalogue/catalogue.events.js';
import type { Message } from '#domain/kernel/message.js';
import { FileStoreInFolder } from '#platform/files/file-store/file-store-in-folder.js';
import { FileRecords, fileKey, variantKey } from '#platform/files/file-records.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { recorded } from '#platform/testing/recorded.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { filesOfCatalogue } from './files-of-catalogue.reactor.js';

const folder = folders();
const [cover, second] = productDetails.imageFileIds as [string, string];
const product = `product-org_${productId}`;
const kit = `package-org_${packageId}`;
const withoutSecond: ProductEvent = { type: 'ProductEdited', data: { changes: { imageFileIds: [cover] } } };

let secrets: KeyValueStoreOnSqlite;
let files: FileStoreInFolder;
let records: FileRecords;
beforeEach(async () => {
  const home = folder();
  secrets = new KeyValueStoreOnSqlite(openSecretsFile(join(home, 'secrets.sqlite')), new ClockInMemory());
  files = new FileStoreInFolder(join(home, 'files'));
  records = new FileRecords(secrets);
  for (const id of [cover, second]) {
    const key = fileKey('org', id);
    await files.put(key, Buffer.from(id), 'image/jpeg');
    await files.put(variantKey(key, '640'), Buffer.from(id), 'image/webp');
    const record = { owner: 'asha', organizationId: 'org', kind: 'image', contentType: 'image/jpeg', bytes: 1, uploadedSha256: key } as const;
    await records.add(key, { ...record, createdAt: '2026-11-21T09:30:00.000Z' });
  }
});
afterEach(() => secrets.close());

/** All of it, each event twice. */
async function happens(...events: [stream: string, event: Message][]): Promise<void> {
  const log = recorded(...events);
  const read = async (stream: string) => log.filter((event) => event.stream === stream);
  const { react } = filesOfCatalogue({ log: { read } as never, files, records });
  for (const event of log) {
    await react(event as never);
    await react(event as never);
  }
}
const isThere = async (id: string): Promise<boolean> => {
  const [record, whole, smaller] = await Promise.all([
    records.find(fileKey('org', id)),
    files.stat(fileKey('org', id)),
    files.stat(variantKey(fileKey('org', id), '640')),
  ]);
  if (new Set([record, whole, smaller].map((part) => part === undefined)).size > 1) throw new Error('It is half there');
  return record !== undefined;
};

test('pictures of a product are everybody’s, and go with it', async () => {
  await happens([product, productAdded]);
  expect((await records.find(fileKey('org', cover)))?.publishedTo).toBe('everybody');
  await happens([product, productAdded], [product, productDeleted]);
  expect([await isThere(cover), await isThere(second)]).toEqual([false, false]);
});

test('a picture that is taken out of a product goes, and an edit of something else takes none', async () => {
  await happens([product, productAdded], [product, { type: 'ProductEdited', data: { changes: { name: 'Panel' } } }]);
  expect([await isThere(cover), await isThere(second)]).toEqual([true, true]);
  await happens([product, productAdded], [product, withoutSecond]);
  expect([await isThere(cover), await isThere(second)]).toEqual([true, false]);
});

test('a picture that another record shows stays until that is deleted, too', async () => {
  expect(cover).toBe(imageId);
  await happens([product, productAdded], [kit, packageAdded], [product, productDeleted]);
  expect([await isThere(cover), await isThere(second)]).toEqual([true, false]);
  await happens([kit, packageAdded], [kit, { type: 'PackageDeleted', data: {} }]);
  expect(await isThere(cover)).toBe(false);
});

test('a picture that a bill speaks of stays', async () => {
  await records.keep(fileKey('org', cover), 'bill-org_one');
  await happens([product, productAdded], [product, productDeleted]);
  expect([await isThere(cover), await isThere(second)]).toEqual([true, false]);
});
