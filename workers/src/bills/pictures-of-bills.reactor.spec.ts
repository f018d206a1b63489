import { submitted } from '#domain/bills/bill.examples.js';
import { recorded } from '#platform/testing/recorded.js';
import { expect, test } from '@jest/globals';
import { fileKey } from '#platform/files/file-records.js';
import { FilesOfBills } from './files-of-bills.reactor.js';
import { PicturesOfBills } from './pictures-of-bills.reactor.js';

test('notes the pictures of all bills, including those that an earlier build’s reactor has handled', async () => {
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
