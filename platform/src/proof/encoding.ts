/** Texts of bytes in signed notes, proofs and proof files, read strictly. */

export { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

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
  for (let start = 0, next = 0; start < text.length; start += 4) {
    let group = 0;
    for (let place = 0; place < 4; place++)
      group = group * 64 + (VALUES.get(text[start + place]!) ?? 0);
    for (const shift of [16, 8, 0]) if (next < bytes.length) bytes[next++] = (group >> shift) & 255;
  }
  return toBase64(bytes) === text ? bytes : undefined;
}

/** Number of a decimal without leading zeroes; undefined for any other text. */
export function fromDecimal(text: string): number | undefined {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

export const areEqual = (some: Uint8Array, others: Uint8Array): boolean =>
  some.length === others.length && some.every((byte, index) => byte === others[index]);
