import { expect, test } from '@jest/globals';
import { evenTicks } from './even-ticks.js';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [9, [0, 5, 10]],
  [14, [0, 5, 10, 15]],
  [25, [0, 10, 20, 30]],
  [253_810_050, [0, 100_000_000, 200_000_000, 300_000_000]],
])('an axis up to %i has round labels', (most, ticks) => expect(evenTicks(most)).toEqual(ticks));

test('a small amount has an axis of ₹1,000', () =>
  expect(evenTicks(4_000, 100_000).at(-1)).toBe(100_000));
