import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  updateServerClock,
  onServerClockChange,
  serverNow,
  useServerClock,
} from './server-clock.js';

const serverTime = Date.parse('2026-11-28T09:00:00Z');
const header = new Date(serverTime).toUTCString();
beforeEach(() => {
  jest.useFakeTimers();
  useServerClock.setState({ aheadMs: undefined });
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['60 minutes behind', -60],
  ['4 days ahead', 4 * 24 * 60],
])('derives the server’s time on a device whose clock is %s', (_, minutes) => {
  jest.setSystemTime(serverTime + minutes * 60_000);
  updateServerClock(header);
  expect(Math.abs(serverNow() - serverTime)).toBeLessThan(1_000);
});

test('ignores the header’s rounding, and answers without the header', () => {
  jest.setSystemTime(serverTime + 2_000);
  updateServerClock(null);
  expect(useServerClock.getState().aheadMs).toBeUndefined();
  updateServerClock(header);
  expect(serverNow()).toBe(serverTime + 2_000);
});

test('announces a change of the device’s clock once', () => {
  jest.setSystemTime(serverTime);
  updateServerClock(header);
  const listener = jest.fn();
  onServerClockChange(listener);
  updateServerClock(header);
  expect(listener).not.toHaveBeenCalled();
  const anHourBefore = serverTime - 60 * 60_000;
  jest.setSystemTime(anHourBefore);
  updateServerClock(header);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(Math.abs(serverNow() - serverTime)).toBeLessThan(1_000);
});
