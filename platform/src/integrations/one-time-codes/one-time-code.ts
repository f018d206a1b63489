import { createHmac, timingSafeEqual } from 'node:crypto';

const digits = 6;

/** Derived, not drawn, so that a job that runs twice sends the same code, which is stored nowhere. Of 48 bits each code is as likely. */
export const codeOf = (key: Uint8Array, challengeId: string): string =>
  String(hmac(key, `one-time-code ${challengeId}`).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');

/** What is stored of a code, which cannot be read from it. */
export const sealOf = (key: Uint8Array, challengeId: string, code: string): string =>
  hmac(key, `one-time-code-seal ${challengeId} ${code}`).toString('hex');

/** In constant time, so that its duration gives nothing away of the code. */
export const opens = (key: Uint8Array, challengeId: string, seal: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(sealOf(key, challengeId, code)), Buffer.from(seal));

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
