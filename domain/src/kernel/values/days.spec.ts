import { expect, test } from '@jest/globals';
import { dayIn, daysBetween, wallClockIn } from './days.js';

test('a day begins earlier in India than in UTC', () =>
  expect(dayIn('Asia/Kolkata', '2026-11-20T18:30:00.000Z')).toBe('2026-11-21'));

test.each([
  ['Asia/Kolkata', '2026-11-21T02:30:00.000Z', '2026-11-21 08:00'],
  ['Asia/Kolkata', '2026-11-20T18:30:59.999Z', '2026-11-21 00:00'],
  ['Europe/London', '2026-03-29T00:59:00.000Z', '2026-03-29 00:59'],
  ['Europe/London', '2026-03-29T01:00:00.000Z', '2026-03-29 02:00'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01 01:30'],
])('a wall clock in %s shows at %s %s', (timeZone, instant, shown) =>
  expect(wallClockIn(timeZone, instant)).toBe(shown),
);

test('days are counted across months, and backwards', () => {
  expect(daysBetween('2026-11-21', '2026-11-18')).toBe(-3);
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
});
