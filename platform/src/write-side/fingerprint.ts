import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * HMAC of a command's sender and content, by which a repetition is recognised. Its key derives from
 * the record's key, so an erasure destroys it: otherwise trying all names would find an erased one.
 */
export function computeFingerprint(content: string, recordKey: Uint8Array): string {
  const key = Buffer.from(hkdfSync('sha256', recordKey, '', 'fingerprints of commands', KEY_BYTES));
  return createHmac('sha256', key).update(content).digest('hex');
}
