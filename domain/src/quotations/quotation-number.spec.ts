import { expect, test } from '@jest/globals';
import { quotationNumber } from './quotation-number.js';

test.each([
  ['Q', 42, 'Q/2026-27/0042'],
  ['ABC', 9_999, 'ABC/2026-27/9999'],
  ['ABC', 10_000, 'ABC/26-27/10000'],
  ['ABC', 999_999, 'ABC/26-27/999999'],
])('a number with prefix %s and count %d has at most 16 characters', (prefix, count, number) => {
  expect(quotationNumber(prefix, '2026-27', count)).toBe(number);
  expect(number.length).toBeLessThanOrEqual(16);
});
