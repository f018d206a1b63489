import { expect, test } from '@jest/globals';
import { refetchDelayMs } from './refetch-at-midnight.js';

const zone = 'Asia/Kolkata';

test('open apps refetch from 3 s after midnight, spread over a minute', () => {
  const justTurned = Date.parse('2026-11-28T00:00:01+05:30');
  const pauses = Array.from({ length: 200 }, () => refetchDelayMs('2026-11-28', justTurned, zone));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3_000);
  expect(Math.max(...pauses)).toBeLessThan(63_000);
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(30_000);
});

test('an app that wakes up in the morning refetches at once', () => {
  expect(refetchDelayMs('2026-11-28', Date.parse('2026-11-28T08:00:00+05:30'), zone)).toBe(0);
});
