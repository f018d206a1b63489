import { expect, test } from '@jest/globals';
import { QUIET_AFTER_DAYS, countQuietDays, visitsKey } from './day-figures.js';
import { LEADERBOARD_DAYS, lastDays } from './leaderboard.js';

const today = '2026-03-01';
/** Daily figures with visits of asha on the given numbers of days ago. */
const figuresWithVisits = (...daysAgo: readonly number[]) =>
  lastDays(today).map((day, index, days) => ({
    day,
    figures: daysAgo.includes(days.length - 1 - index) ? { [visitsKey('asha')]: 1 } : {},
  }));
const longAgo = () => '2025-01-01';

test.each([
  ['visited today', figuresWithVisits(0, 9), undefined],
  [
    'last visited on the earliest day that does not count as quiet',
    figuresWithVisits(QUIET_AFTER_DAYS - 1),
    undefined,
  ],
  ['last visited a day before that', figuresWithVisits(QUIET_AFTER_DAYS), QUIET_AFTER_DAYS],
  ['visited several times, last nine days ago', figuresWithVisits(9, 12), 9],
  ['has no visit on any known day', figuresWithVisits(), LEADERBOARD_DAYS],
])('quiet days of a member who %s', (_, days, expected) =>
  expect(countQuietDays('asha', longAgo, days)).toBe(expected),
);

test.each([
  ['2026-02-27', undefined],
  ['2026-02-20', 9],
])('a member who joined on %s is quiet since then at most', (joinedOn, expected) =>
  expect(countQuietDays('asha', () => joinedOn, figuresWithVisits())).toBe(expected),
);

test('a visit counts only for its own member', () =>
  expect(countQuietDays('ravi', longAgo, figuresWithVisits(0))).toBe(LEADERBOARD_DAYS));
