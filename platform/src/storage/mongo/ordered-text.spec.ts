import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bytesOf, orderedText } from './ordered-text.js';

const sign = (number: number) => Math.sign(number);
/** A few values, so that one is often the beginning of another. */
const bytes = fc.uint8Array({ maxLength: 12 }).chain((some) =>
  fc.constantFrom(
    some,
    some.map((byte) => byte & 3),
    some.map((byte) => byte | 0xfc),
  ),
);

test('texts are in the order of their bytes, and give them back', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(sign(Buffer.compare(Buffer.from(orderedText(one)), Buffer.from(orderedText(other))))).toBe(sign(Buffer.compare(one, other)));
      expect(Buffer.compare(bytesOf(orderedText(one)), one)).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});
