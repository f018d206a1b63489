/**
 * Code of eight letters and digits from the random bytes of a decision. Their 32 hexadecimal digits
 * avoid bias.
 */
export const generatedCode = (randomness: string): string =>
  (BigInt(`0x${randomness}`) % 36n ** 8n).toString(36).toUpperCase().padStart(8, '0');

/** Id of a new thing that the client did not name. */
export const generatedId = (randomness: string): string =>
  `${randomness.slice(0, 8)}-${randomness.slice(8, 12)}-4${randomness.slice(13, 16)}-8${randomness.slice(17, 20)}-${randomness.slice(20, 32)}`;
