import { expect, test } from '@jest/globals';
import { withCountUntil, visitTime } from './visit-clock.js';

const startedAt = 1_795_000_000_000;
const hour = 3_600_000;
const day = 24 * hour;
/** Reading a minute after the start, before any sleep of the phone. */
const afterMinute = { begun: startedAt, counted: 60_000, counter: 61_000 };
const shownAt = (counter: number, clock: number): number =>
  visitTime(withCountUntil(afterMinute, counter), clock) - startedAt;

test('a visit’s clock follows the device’s', () =>
  expect(shownAt(66_000, startedAt + 65_000)).toBe(65_000));
test.each([hour, 2 * day])('continues by its counter when the clock is set back by %i ms', (by) =>
  expect(shownAt(66_000, startedAt + 65_000 - by)).toBe(65_000),
);
test('continues while the phone sleeps, although its counter stops', () =>
  expect(shownAt(61_500, startedAt + hour)).toBe(hour));
test('loses at most the time asleep if the clock is set back during the sleep', () => {
  expect(shownAt(61_500, startedAt + hour - 600_000)).toBe(hour - 600_000);
  expect(shownAt(61_500, startedAt - hour)).toBe(60_500);
});
test('shows at least the stored count after a reload, which restarts the counter', () =>
  expect(shownAt(10, startedAt - hour)).toBe(60_000));
test.each([hour, 2 * day])(
  'a device’s clock set forward by %i ms and corrected changes nothing',
  (by) => {
    const countedAhead = withCountUntil(afterMinute, 62_000);
    expect(visitTime(countedAhead, startedAt + 61_000 + by)).toBe(startedAt + 61_000 + by);
    expect(visitTime(withCountUntil(countedAhead, 66_000), startedAt + 65_000)).toBe(
      startedAt + 65_000,
    );
  },
);
