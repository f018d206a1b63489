import { BadConfig } from '#platform/common/config/config.js';
import { describeVerdict } from '#platform/proof/describe-verdict.js';
import { parseKept, verifyProof } from '#platform/proof/verify-proof.js';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

const GZIP = Buffer.from([0x1f, 0x8b]);

/** Limit of an unpacked file, so that a small one cannot fill the memory. */
const MAX_FILE_BYTES = 500_000_000;

/**
 * Verifies a proof file by itself, without an installation.
 * @param keptPath file with a checkpoint, a public key or an earlier proof
 * @throws BadConfig if a file cannot be read
 */
export async function verifyFile(
  path: string,
  keptPath: string | undefined,
): Promise<{ readonly isWhole: boolean; readonly lines: readonly string[] }> {
  const kept = keptPath === undefined ? {} : parseKept(await readText(keptPath));
  const { tone, title, sentences, facts } = describeVerdict(
    verifyProof(await readText(path), kept),
    'en',
  );
  const width = Math.max(0, ...facts.map(([label]) => label.length));
  const table = facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
  return { isWhole: tone === 'good', lines: [`${title}.`, ...sentences, ...table] };
}

/**
 * Text of a file, also of a compressed one.
 * @throws BadConfig if it cannot be read
 */
async function readText(path: string): Promise<string> {
  try {
    return await readAndUnpack(path);
  } catch (error) {
    throw new BadConfig(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function readAndUnpack(path: string): Promise<string> {
  const bytes = await readFile(path);
  const isCompressed = bytes.subarray(0, GZIP.length).equals(GZIP);
  return (isCompressed ? gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }) : bytes).toString(
    'utf8',
  );
}
