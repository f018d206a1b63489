import { submitted } from '#domain/bills/bill.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { fileKey } from '#platform/files/file-records.js';
import { FilesOfBills } from './files-of-bills.reactor.js';
import { PicturesOfBills } from './pictures-of-bills.reactor.js';

test('records the content hash of every bill’s picture, also of bills that an earlier reactor handled', async () => {
  const hashedKeys: string[] = [];
  const records = {
    recordContentHash: async (key: string) => void hashedKeys.push(key),
    change: async () => undefined,
  };
  const [event] = recorded([
    'bill-org_one',
    { ...submitted, data: { ...submitted.data, imageFileId: 'picture' } },
  ]);
  await new FilesOfBills(records as never).react(event as never);
  expect(hashedKeys).toEqual([]);
  const pictures = new PicturesOfBills(records as never);
  await pictures.react(event as never);
  expect([hashedKeys, pictures.readsWholeLog]).toEqual([[fileKey('org', 'picture')], true]);
});
