import { expect, test } from '@jest/globals';
import { evenTicks, moneyAxis } from './even-ticks.js';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [9, [0, 5, 10]],
  [14, [0, 5, 10, 15]],
  [25, [0, 10, 20, 30]],
  [253_810_050, [0, 100_000_000, 200_000_000, 300_000_000]],
])('an axis up to %i has round labels', (max, ticks) => expect(evenTicks(max)).toEqual(ticks));

test('a small amount has an axis of ₹1,000', () =>
  expect(evenTicks(4_000, 100_000).at(-1)).toBe(100_000));

test('short labels of a money axis are exact', () => {
  const labels = (max: number): string[] => moneyAxis(max).ticks.map(moneyAxis(max).tickFormatter);
  expect(labels(1_021_650)).toEqual(['₹0', '₹5,000', '₹10,000', '₹15,000']);
  const sizes: Record<string, number> = { Cr: 1_000_000_000, L: 10_000_000 };
  const paiseOf = (label: string): number => {
    const [figure = '', unit = ''] = label.slice(1).split('\u00a0');
    return Number(figure.replaceAll(',', '')) * (sizes[unit] ?? 100);
  };
  for (let max = 1_000; max < 100_000_000_000; max *= 1.3)
    expect(labels(max).map(paiseOf)).toEqual(moneyAxis(max).ticks);
});
