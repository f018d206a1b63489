import { expect, test } from '@jest/globals';
import { counting, shownBy } from './visit-clock.js';

const begun = 1_795_000_000_000;
const hour = 3_600_000;
const days = 24 * hour;
/** A minute after it began, with the page awake. */
const minute = { begun, counted: 60_000, counter: 61_000 };
const at = (counter: number, clock: number): number =>
  shownBy(counting(minute, counter), clock) - begun;

test('the clock of a visit goes with the device’s', () =>
  expect(at(66_000, begun + 65_000)).toBe(65_000));
test.each([hour, 2 * days])('set back by %i ms, it goes on by what is counted', (by) =>
  expect(at(66_000, begun + 65_000 - by)).toBe(65_000),
);
test('it has not stood still with a phone that slept, whose counter did', () =>
  expect(at(61_500, begun + hour)).toBe(hour));
test('of its sleep the visit lacks what the clock was set back by before it was looked at again, at most all of it', () => {
  expect(at(61_500, begun + hour - 600_000)).toBe(hour - 600_000);
  expect(at(61_500, begun - hour)).toBe(60_500);
});
test('in a page that is loaded anew, whose counter begins again, it shows no less than was counted', () =>
  expect(at(10, begun - hour)).toBe(60_000));
test.each([hour, 2 * days])(
  'set forward by %i ms and right again, it is as if it had never been',
  (by) => {
    const ahead = counting(minute, 62_000);
    expect(shownBy(ahead, begun + 61_000 + by)).toBe(begun + 61_000 + by);
    expect(shownBy(counting(ahead, 66_000), begun + 65_000)).toBe(begun + 65_000);
  },
);
