/** Texts of bytes and numbers in signed notes, proofs and proof files. Each has one spelling. */

export { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Values of characters by their codes. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/][AQgw]==|[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=)?$/;

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(start, start + 3);
    const group = first * 65_536 + second * 256 + third;
    const characters = [18, 12, 6, 0].map((shift) => ALPHABET[(group >> shift) & 63]).join('');
    const present = Math.min(3, bytes.length - start) + 1;
    text += characters.slice(0, present).padEnd(4, '=');
  }
  return text;
}

/** Bytes of standard Base64 with padding; undefined unless `toBase64` writes the text. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let buffer = 0;
  let unwrittenBits = 0;
  let byteCount = 0;
  for (let index = 0; byteCount < bytes.length; index++) {
    buffer = ((buffer << 6) | VALUES[text.charCodeAt(index)]!) & 0xffff;
    unwrittenBits += 6;
    if (unwrittenBits < 8) continue;
    unwrittenBits -= 8;
    bytes[byteCount++] = (buffer >> unwrittenBits) & 255;
  }
  return bytes;
}

/** Number of a decimal without leading zeroes; undefined for any other text. */
export function fromDecimal(text: string): number | undefined {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
