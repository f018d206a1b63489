import { expect, test } from '@jest/globals';
import type { RecordedEvent } from './event-log.js';
import { knownEnds } from './known-ends.js';
import { latelyAppended } from './lately-appended.js';

const at = (place: number) => ({ type: 'Counted', position: String(place).padStart(20, '0') }) as RecordedEvent;
const places = (events: readonly RecordedEvent[] | undefined) => events?.map(({ position }) => Number(position));

test('what was appended lately is had from memory, after any of it', () => {
  const lately = latelyAppended(10);
  lately.add([at(5), at(6)]);
  lately.add([at(7)]);
  expect(places(lately.after(4, 10))).toEqual([5, 6, 7]);
  expect(places(lately.after(5, 1))).toEqual([6]);
  expect(places(lately.after(7, 10))).toEqual([]);
});

test('what came before it is not known', () => {
  const lately = latelyAppended(10);
  expect(lately.after(0, 10)).toBeUndefined();
  lately.add([at(5)]);
  expect(lately.after(3, 10)).toBeUndefined();
});

test('after a gap it begins anew, and what comes twice is there once', () => {
  const lately = latelyAppended(10);
  lately.add([at(5), at(6)]);
  lately.add([at(8)]);
  expect([lately.after(6, 10), places(lately.after(7, 10))]).toEqual([undefined, [8]]);
  lately.add([at(8), at(9), at(7)]);
  expect(places(lately.after(7, 10))).toEqual([8, 9]);
});

test('of many the newest are kept', () => {
  const lately = latelyAppended(10);
  for (let place = 1; place <= 1_000; place++) lately.add([at(place)]);
  expect(places(lately.after(990, 100))).toEqual([991, 992, 993, 994, 995, 996, 997, 998, 999, 1_000]);
  expect(lately.after(900, 100)).toBeUndefined();
});

test('a stream’s end is never taken to be earlier than it is', () => {
  const ends = knownEnds(2);
  expect(ends.isAtEnd('a', 0)).toBe(false);
  ends.reached('a', -1);
  expect([ends.isAtEnd('a', 0), ends.isAtEnd('a', 1)]).toEqual([true, true]);
  ends.reached('a', 1);
  expect([ends.isAtEnd('a', 1), ends.isAtEnd('a', 2)]).toEqual([false, true]);
  for (const stream of ['b', 'c']) ends.reached(stream, 0);
  expect(ends.isAtEnd('a', 2)).toBe(false);
});
