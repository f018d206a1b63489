/** Eight of A–Z and 0–9, out of a decision's chance: 32 hexadecimal digits leave no digit likelier than another. */
export const madeUpCode = (chance: string): string => (BigInt(`0x${chance}`) % 36n ** 8n).toString(36).toUpperCase().padStart(8, '0');

/** The id of something new that the client did not name. */
export const madeUpId = (chance: string): string =>
  `${chance.slice(0, 8)}-${chance.slice(8, 12)}-4${chance.slice(13, 16)}-8${chance.slice(17, 20)}-${chance.slice(20, 32)}`;
