import { expect, test } from '@jest/globals';
import { lastUsed } from './last-used.js';

test('no more is kept than was said, and what is asked for again and again stays', () => {
  const kept = lastUsed<number>(10);
  kept.put('asked for', 0);
  for (let number = 1; number <= 100; number++) {
    kept.put(`${number}`, number);
    expect(kept.get('asked for')).toBe(0);
  }
  const there = Array.from({ length: 100 }, (_, index) => kept.get(`${index + 1}`)).filter((value) => value !== undefined);
  expect(there.length).toBeLessThan(10);
  expect(kept.get('1')).toBeUndefined();
});

test('what was put last counts, and what is dropped is gone, however long ago it came', () => {
  const kept = lastUsed<number>(4);
  kept.put('one', 1);
  kept.put('two', 2);
  kept.put('three', 3); // 'one' is of the older half now
  kept.put('one', 10);
  expect(kept.get('one')).toBe(10);
  expect([kept.drop('one'), kept.get('one'), kept.drop('one')]).toEqual([true, undefined, false]);
  kept.clear();
  expect(kept.get('two')).toBeUndefined();
});

test('of what may be kept once the last is kept', () => {
  const kept = lastUsed<number>(1);
  kept.put('one', 1);
  expect(kept.get('one')).toBe(1);
  kept.put('two', 2);
  expect([kept.get('one'), kept.get('two')]).toEqual([undefined, 2]);
});

test('values of so much weight are kept, whatever becomes of each', () => {
  const kept = lastUsed<{ readonly weight: number }>(10, ({ weight }) => weight);
  kept.put('one', { weight: 3 });
  kept.put('one', { weight: 1 });
  kept.put('two', { weight: 4 });
  kept.drop('two');
  kept.put('three', { weight: 4 });
  kept.put('four', { weight: 2 }); // 'one', 'three' and 'four' are of the older half now
  kept.put('five', { weight: 6 }); // and these are gone
  expect(['one', 'three', 'four', 'five'].map((key) => kept.get(key)?.weight)).toEqual([undefined, undefined, undefined, 6]);
});
