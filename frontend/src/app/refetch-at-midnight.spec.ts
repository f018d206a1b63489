import { expect, test } from '@jest/globals';
import { refetchDelayMs } from './refetch-at-midnight.js';

const zone = 'Asia/Kolkata';

test('apps that are open at midnight ask again spread over a minute, 3 s after it at the earliest', () => {
  const justTurned = Date.parse('2026-11-28T00:00:01+05:30');
  const pauses = Array.from({ length: 200 }, () => refetchDelayMs('2026-11-28', justTurned, zone));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3_000);
  expect(Math.max(...pauses)).toBeLessThan(63_000);
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(30_000);
});

test('an app that wakes up in the morning asks at once', () => {
  expect(refetchDelayMs('2026-11-28', Date.parse('2026-11-28T08:00:00+05:30'), zone)).toBe(0);
});
