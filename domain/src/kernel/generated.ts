/**
 * Eight of A–Z and 0–9, out of a decision's randomness: 32 hexadecimal digits leave no digit
 * likelier than another.
 */
export const generatedCode = (randomness: string): string =>
  (BigInt(`0x${randomness}`) % 36n ** 8n).toString(36).toUpperCase().padStart(8, '0');

/** The id of something new that the client did not name. */
export const generatedId = (randomness: string): string =>
  `${randomness.slice(0, 8)}-${randomness.slice(8, 12)}-4${randomness.slice(13, 16)}-8${randomness.slice(17, 20)}-${randomness.slice(20, 32)}`;
