import { expect, test } from '@jest/globals';
import type { RecordedEvent } from './event-log.js';
import { latelyRead } from './lately-read.js';

const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ position: String(from + index).padStart(20, '0') }) as RecordedEvent);
const places = (found: readonly RecordedEvent[] | undefined) => found?.map(({ position }) => Number(position));

test('who comes after the first is given the same events', () => {
  const lately = latelyRead();
  const batch = lately.add(events(1, 5));
  expect(lately.after(0)).toBe(batch);
});

test('who begins within a batch is given the rest of it', () => {
  const lately = latelyRead();
  lately.add(events(1, 5));
  expect(places(lately.after(3))).toEqual([4, 5]);
});

test('what was not read, or not read yet, is not known', () => {
  const lately = latelyRead();
  expect(lately.after(0)).toBeUndefined();
  lately.add(events(3, 5));
  lately.add([]);
  expect(lately.after(1)).toBeUndefined();
  expect(lately.after(5)).toBeUndefined();
});

test('only the last few batches are kept', () => {
  const lately = latelyRead();
  for (let from = 1; from <= 9; from += 2) lately.add(events(from, from + 1));
  expect(lately.after(0)).toBeUndefined();
  expect(places(lately.after(2))).toEqual([3, 4]);
  expect(places(lately.after(8))).toEqual([9, 10]);
});
