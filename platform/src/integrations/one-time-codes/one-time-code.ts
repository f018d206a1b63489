import { createHmac, timingSafeEqual } from 'node:crypto';

const CODE_DIGITS = 6;
const CODE_COUNT = 10 ** CODE_DIGITS;
/**
 * Largest multiple of `CODE_COUNT` below 2³². Larger draws are rejected, so that all codes are
 * equally likely.
 */
const UNBIASED_LIMIT = Math.floor(2 ** 32 / CODE_COUNT) * CODE_COUNT;

/**
 * Derives a code from the challenge, so that a repeated job sends the same code and none is stored.
 */
export function deriveCode(key: Uint8Array, challengeId: string): string {
  for (let counter = 0; ; counter++) {
    const drawn = hmac(key, `one-time-code ${challengeId} ${counter}`).readUInt32BE();
    if (drawn < UNBIASED_LIMIT) return String(drawn % CODE_COUNT).padStart(CODE_DIGITS, '0');
  }
}

/** HMAC of a code for storage; it does not reveal the code. */
export const sealCode = (key: Uint8Array, challengeId: string, code: string): string =>
  hmac(key, `one-time-code-seal ${challengeId} ${code}`).toString('hex');

/** Compares in constant time, so that timing reveals nothing. */
export const matchesSeal = (
  key: Uint8Array,
  challengeId: string,
  seal: string,
  code: string,
): boolean => timingSafeEqual(Buffer.from(sealCode(key, challengeId, code)), Buffer.from(seal));

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
