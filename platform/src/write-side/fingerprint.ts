import { createHmac, hkdfSync } from 'node:crypto';

const bytes = 32;

/**
 * HMAC of a command's sender and content, by which a repetition is recognised. Its key is derived
 * from the record's own, so that an erasure takes it along: under a key that stays, an erased name
 * could be found again by trying all names.
 */
export function fingerprintOf(content: string, recordKey: Uint8Array): string {
  const key = Buffer.from(hkdfSync('sha256', recordKey, '', 'fingerprints of commands', bytes));
  return createHmac('sha256', key).update(content).digest('hex');
}
