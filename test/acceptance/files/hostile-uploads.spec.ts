import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { type HostileFile, createHostileFiles } from '../product/hostile-files.js';
import { type Person, createTeam } from '../product/person.js';
import { Product } from '../product/product.js';
import { uploadResumably } from '../product/resumable-upload.js';

let product: Product;
let meera: Person;
beforeAll(async () => {
  product = await Product.start();
  ({ admin: meera } = await createTeam(product));
});
afterAll(() => product?.dispose());

/** Peak memory of the product's process. */
const readPeakMegabytes = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024;

type Problem = { readonly detail?: string; readonly fields?: { readonly file?: string } };
async function post({ bytes, name, type }: HostileFile): Promise<Problem> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const { status, body: answer } = await meera.request<Problem>('POST', '/api/files', {
    body,
    headers: { 'idempotency-key': newId() },
  });
  return status >= 400 && status < 500 ? answer : {};
}
const uploadInParts = ({ bytes, name, type }: HostileFile): Promise<Problem> =>
  uploadResumably(meera, bytes, { name, type }).then(
    () => ({}),
    (problem: Problem) => problem,
  );

const SENT_AT_ONCE = 5;

test('sixty-two hostile uploads, by form and in parts, are all refused with a message, within 512 MB of memory', async () => {
  const files = await createHostileFiles();
  expect(files).toHaveLength(31);
  for (const send of [post, uploadInParts]) {
    const acceptedFiles: string[] = [];
    // Sends a few at once, like people.
    for (let first = 0; first < files.length; first += SENT_AT_ONCE) {
      const batch = files.slice(first, first + SENT_AT_ONCE);
      const problems = await Promise.all(batch.map(send));
      batch.forEach(({ description }, index) => {
        const { detail, fields } = problems[index]!;
        if (!detail || !fields?.file) acceptedFiles.push(description);
      });
    }
    expect(acceptedFiles).toEqual([]);
  }
  expect(readdirSync(join(product.dataDir, 'unfinished-uploads'))).toEqual([]);
  expect(readPeakMegabytes()).toBeLessThanOrEqual(512);
});
