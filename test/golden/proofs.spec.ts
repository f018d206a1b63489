import { PROOF_SIGNER, writeBook } from '#platform/testing/notary/proof-world.js';
import { signRotation } from '#platform/proof/checkpoint.js';
import { PROOF_FILE_ENDING } from '#platform/proof/proof-file.js';
import { formatVerifierKey, toVerifierKey } from '#platform/proof/signed-note.js';
import { verifyProof } from '#platform/proof/verify-proof.js';
import { expect, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Proof of an earlier build, with every part that a proof may have. Written once. */
const file = join(import.meta.dirname, `book.v1${PROOF_FILE_ENDING}`);
if (process.env.WRITE_GOLDEN && !existsSync(file)) await writeProof();

test('a proof of an earlier build is still verified', () => {
  const text = readFileSync(file, 'utf8');
  const { checkpoint } = JSON.parse(text).earlier[0];
  expect(verifyProof(text, { checkpoint })).toMatchObject({
    outcome: 'whole',
    stream: 'book-org_1',
    revision: 5,
    at: '2026-11-21T09:30:00.000Z',
    openedCount: 3,
    sealedCount: 0,
    withheldCount: 1,
    appendedSince: 4,
  });
});

async function writeProof(): Promise<void> {
  const nextSigner = { ...PROOF_SIGNER, seed: new Uint8Array(32).fill(8) };
  const book = await writeBook();
  const change = {
    isWithheld: ({ type }: { readonly type: string }) => type === 'CodeDrawn',
    key: formatVerifierKey(toVerifierKey(nextSigner)),
    rotations: [signRotation(PROOF_SIGNER, nextSigner)],
  };
  writeFileSync(file, await book.createFile(book.stream, change, book.publish(nextSigner)));
}
