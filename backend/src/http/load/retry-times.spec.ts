import { expect, test } from '@jest/globals';
import { RetryTimes } from './retry-times.js';

let now = 0;
const createTimes = () => new RetryTimes(() => now);
const takeMany = (times: RetryTimes, count: number) =>
  Array.from({ length: count }, () => times.takeSeconds());
const mostInOneSecond = (seconds: readonly number[]) =>
  Math.max(...seconds.map((one) => seconds.filter((other) => other === one).length));

test('a single refused command comes back after a second, also the next day', () => {
  const times = createTimes();
  expect(times.takeSeconds()).toBe(1);
  now += 24 * 3_600_000;
  expect(times.takeSeconds()).toBe(1);
});

test('five hundred refused commands come back at a rate that leaves room for new ones in each second', () => {
  const seconds = takeMany(createTimes(), 500);
  expect(mostInOneSecond(seconds)).toBeLessThanOrEqual(31);
  expect([Math.min(...seconds), Math.max(...seconds)]).toEqual([1, 17]);
});

test('commands that come back and are refused again wait behind the others', () => {
  const times = createTimes();
  takeMany(times, 500);
  now += 1_000;
  expect(times.takeSeconds()).toBe(16);
});

test('no command waits more than half a minute, and thousands are spread over it evenly', () => {
  const seconds = takeMany(createTimes(), 4_500);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(30);
  expect(mostInOneSecond(seconds)).toBeLessThanOrEqual(200);
});
