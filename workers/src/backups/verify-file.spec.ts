import { BadConfig } from '#platform/common/config/config.js';
import { formatVerifierKey, toVerifierKey } from '#platform/proof/signed-note.js';
import { PROOF_SIGNER, writeBook } from '#platform/testing/notary/proof-world.js';
import { beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { verifyFile } from './verify-file.js';

const folder = mkdtempSync(join(tmpdir(), 'proof-'));
function storeFile(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
let proof: string;
beforeAll(async () => {
  const book = await writeBook();
  proof = await book.createFile(book.stream);
});

test('a proof is verified, compressed or not', async () => {
  const plain = await verifyFile(storeFile('book.fieldtrace-proof.json', proof), undefined);
  const packed = await verifyFile(storeFile('book.json.gz', gzipSync(proof)), undefined);
  expect(plain).toEqual(packed);
  expect(plain.isWhole).toBe(true);
  expect(plain.lines[0]).toBe('Unchanged: all 6 events match.');
  expect(plain.lines.join('\n')).toContain('Compare the public key');
  expect(plain.lines.at(-1)).toContain(formatVerifierKey(toVerifierKey(PROOF_SIGNER)));
});

test('a proof is compared with a key or a proof that somebody kept', async () => {
  const path = storeFile('book.json', proof);
  const key = storeFile('key.txt', `${formatVerifierKey(toVerifierKey(PROOF_SIGNER))}\n`);
  const withKey = await verifyFile(path, key);
  expect(withKey.isWhole).toBe(true);
  expect(withKey.lines.join('\n')).not.toContain('Compare the public key');
  expect((await verifyFile(path, path)).lines.join('\n')).toContain('the log was only added to');
  expect((await verifyFile(path, storeFile('note.txt', 'hello'))).isWhole).toBe(false);
});

test('a changed proof is refused, and the event is named', async () => {
  const changed = storeFile(
    'changed.json',
    proof.replace('"pricePaise":25000', '"pricePaise":25001'),
  );
  expect(await verifyFile(changed, undefined)).toMatchObject({
    isWhole: false,
    lines: ['Event 2 was changed.', 'Event 2 (BookPriced) is not what was recorded.'],
  });
});

test('a missing or damaged file is named', async () => {
  const damaged = storeFile('damaged.gz', gzipSync(proof).subarray(0, -9));
  for (const path of [join(folder, 'missing'), damaged])
    await expect(verifyFile(path, undefined)).rejects.toThrow(BadConfig);
});
