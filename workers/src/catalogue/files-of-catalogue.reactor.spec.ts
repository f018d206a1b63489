import {
  imageId,
  offerAdded,
  offerId,
  packageAdded,
  packageId,
  productAdded,
  productDeleted,
  productDetails,
  productId,
} from '#domain/catalogue/catalogue.examples.js';
import type { ProductEvent } from '#domain/catalogue/catalogue.events.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { recorded } from '#platform/testing/recorded.js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { FilesOfCatalogue } from './files-of-catalogue.reactor.js';

const createFolder = folders();
const [cover, secondPicture] = productDetails.imageFileIds as [string, string];
const product = `product-org_${productId}`;
const offer = `offer-org_${offerId}`;
const packageStream = `package-org_${packageId}`;
const withoutSecond: ProductEvent = {
  type: 'ProductEdited',
  data: { changes: { imageFileIds: [cover] } },
};
const withBoth: ProductEvent = {
  type: 'ProductEdited',
  data: { changes: { imageFileIds: [cover, secondPicture] } },
};

let secrets: KeyValueStoreOnSqlite;
let records: FileRecords;
beforeEach(async () => {
  secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(createFolder(), 'secrets.sqlite')),
    new ClockInMemory(),
  );
  records = new FileRecords(secrets);
  for (const id of [cover, secondPicture]) {
    const key = fileKey('org', id);
    const record = {
      owner: 'asha',
      organizationId: 'org',
      kind: 'image',
      contentType: 'image/jpeg',
      bytes: 1,
      uploadedSha256: key,
    } as const;
    await records.add(key, { ...record, createdAt: '2026-11-21T09:30:00.000Z' });
  }
});
afterEach(() => secrets.close());

/** Appends the events one by one, and reacts twice to each before the next one is recorded. */
async function reactToEach(...events: [stream: string, event: Message][]): Promise<void> {
  for (let count = 1; count <= events.length; count++)
    await reactTwice(events.slice(0, count), count - 1);
}
/** Appends all events, and then reacts twice to each. */
async function reactToEachOfAll(...events: [stream: string, event: Message][]): Promise<void> {
  for (const index of events.keys()) await reactTwice(events, index);
}
/** Reacts twice to the event at an index of the history. */
async function reactTwice(
  history: readonly (readonly [stream: string, event: Message])[],
  index: number,
): Promise<void> {
  const log = recorded(...history);
  const read = async (stream: string) => log.filter((event) => event.stream === stream);
  const reactor = new FilesOfCatalogue({ read } as never, records, new ClockInMemory());
  await reactor.react(log[index] as never);
  await reactor.react(log[index] as never);
}
/** Readers of the first and the second picture. */
const findReadersOfPictures = async () =>
  Promise.all(
    [cover, secondPicture].map(
      async (id) =>
        ((await records.find(fileKey('org', id))) ?? { publishedTo: 'gone' }).publishedTo,
    ),
  );

test('pictures of a product are public until it is deleted', async () => {
  await reactToEach([product, productAdded]);
  expect(await findReadersOfPictures()).toEqual(['everybody', 'everybody']);
  await reactToEach([product, productAdded], [product, productDeleted]);
  expect(await findReadersOfPictures()).toEqual([undefined, undefined]);
});

test('a picture that is removed from a product is hidden, and other edits hide none', async () => {
  await reactToEach(
    [product, productAdded],
    [product, { type: 'ProductEdited', data: { changes: { name: 'Panel' } } }],
  );
  expect(await findReadersOfPictures()).toEqual(['everybody', 'everybody']);
  await reactToEach([product, productAdded], [product, withoutSecond]);
  expect(await findReadersOfPictures()).toEqual(['everybody', undefined]);
});

test.each([
  ['is shown', [productAdded, withoutSecond, withBoth], ['everybody', 'everybody']],
  [
    'is shown to nobody once its product is deleted',
    [productAdded, withoutSecond, withBoth, productDeleted],
    [undefined, undefined],
  ],
])(
  'a picture that was removed and restored before the reactor ran %s',
  async (_, events, shown) => {
    await reactToEachOfAll(...events.map((event): [string, Message] => [product, event]));
    expect(await findReadersOfPictures()).toEqual(shown);
  },
);

test('an event that is repeated after others hides no picture', async () => {
  const history: [string, Message][] = [
    [product, productAdded],
    [product, withoutSecond],
    [product, withBoth],
  ];
  await reactToEach(...history);
  await reactTwice(history, 1);
  expect(await findReadersOfPictures()).toEqual(['everybody', 'everybody']);
});

test('a picture that a product and a package show is public until both are deleted', async () => {
  const packagePicture = imageId;
  expect(packagePicture).toBe(cover);
  await reactToEach(
    [product, productAdded],
    [packageStream, packageAdded],
    [product, productDeleted],
  );
  expect(await findReadersOfPictures()).toEqual(['everybody', undefined]);
  await reactToEach(
    [packageStream, packageAdded],
    [packageStream, { type: 'PackageDeleted', data: {} }],
  );
  expect(await findReadersOfPictures()).toEqual([undefined, undefined]);
});

test('the file of an offer is visible to members until it is deleted', async () => {
  await reactToEach([offer, offerAdded]);
  expect(await findReadersOfPictures()).toEqual(['members', undefined]);
  await reactToEach([offer, offerAdded], [offer, { type: 'OfferDeleted', data: {} }]);
  expect(await findReadersOfPictures()).toEqual([undefined, undefined]);
});
