import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from '../event-log/canonical.js';
import { bytesToHex, concatBytes, fromBase64, utf8 } from './encoding.js';

/** Sealed fields of one event, by path, with the salt of their commitment. */
export type Opening = {
  /** Base64 of 32 random bytes, so that nobody confirms a guess of the fields. */
  readonly salt: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

export const SALT_BYTES = 32;
const COMMITMENT_PREFIX = 2;

/**
 * Commitment (hex) that an opening fits; undefined if its salt is malformed.
 * @param digest SHA-256 in hex; Node's is faster than the one that runs everywhere
 */
export function computeCommitment(
  { salt, fields }: Opening,
  digest = (bytes: Uint8Array): string => bytesToHex(sha256(bytes)),
): string | undefined {
  const bytes = fromBase64(salt);
  if (bytes?.length !== SALT_BYTES) return undefined;
  return digest(concatBytes(Uint8Array.of(COMMITMENT_PREFIX), bytes, utf8(canonicalJson(fields))));
}
