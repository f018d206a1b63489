import { createHmac, timingSafeEqual } from 'node:crypto';

const digits = 6;
const codes = 10 ** digits;
/**
 * The largest multiple of a million that 32 bits hold: what lies above would make some codes
 * likelier than others.
 */
const fair = Math.floor(2 ** 32 / codes) * codes;

/**
 * Derived, not drawn, so that a job that runs twice sends the same code, which is stored nowhere.
 */
export function codeOf(key: Uint8Array, challengeId: string): string {
  for (let counter = 0; ; counter++) {
    const drawn = hmac(key, `one-time-code ${challengeId} ${counter}`).readUInt32BE();
    if (drawn < fair) return String(drawn % codes).padStart(digits, '0');
  }
}

/** Stored HMAC of a code, from which the code cannot be read. */
export const sealOf = (key: Uint8Array, challengeId: string, code: string): string =>
  hmac(key, `one-time-code-seal ${challengeId} ${code}`).toString('hex');

/** In constant time, so that its duration gives nothing away of the code. */
export const opens = (key: Uint8Array, challengeId: string, seal: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(sealOf(key, challengeId, code)), Buffer.from(seal));

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
