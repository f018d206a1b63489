import { expect, test } from '@jest/globals';
import type { LeaderboardMeasure } from './visit.values.js';
import {
  competes,
  lastDays,
  LEADERBOARD_DAYS,
  leadsOf,
  moneyOf,
  placesWon,
  QUIET_AFTER_DAYS,
  quietDays,
  ranked,
  visitsOf,
} from './leaderboard.js';

const today = '2026-03-01';
/** Daily figures in which asha visited so many days ago. */
const boardWith = (...daysAgo: readonly number[]) =>
  lastDays(today).map((day, place, days) => ({
    day,
    figures: daysAgo.includes(days.length - 1 - place) ? { [visitsOf('asha')]: 1 } : {},
  }));
const longAgo = () => '2025-01-01';

test('a leaderboard ends today and spans months', () => {
  const days = lastDays(today);
  expect(days).toHaveLength(LEADERBOARD_DAYS);
  expect([days[0], days.at(-2), days.at(-1)]).toEqual(['2026-01-31', '2026-02-28', today]);
  expect(lastDays('2026-03-02').at(-1)).toBe('2026-03-02');
  expect(lastDays(today, 7)[0]).toBe('2026-02-23');
});

test('members are ranked by the money that they won or quoted', () => {
  const members = ['asha', 'ravi'].map((id) => ({ id, name: id }));
  const days = [
    { [visitsOf('asha')]: 3, [moneyOf('convertedPaise', 'ravi')]: 5 },
    { [moneyOf('quotedPaise', 'asha')]: 7, [moneyOf('quotedPaise', 'ravi')]: 7 },
  ];
  const ranks = (by: LeaderboardMeasure) =>
    ranked(members, days, by).map(({ memberId, rank }) => `${rank} ${memberId}`);
  expect(ranks('activity')).toEqual(['1 asha', '2 ravi']);
  expect(ranks('won')).toEqual(['1 ravi', '2 asha']);
  expect(ranks('quoted')).toEqual(['1 asha', '1 ravi']);
});

test.each([
  ['made one today', boardWith(0, 9), undefined],
  [
    'made the last one on the last day that is not yet quiet',
    boardWith(QUIET_AFTER_DAYS - 1),
    undefined,
  ],
  ['made the last one a day earlier', boardWith(QUIET_AFTER_DAYS), QUIET_AFTER_DAYS],
  ['made several, the last nine days ago', boardWith(9, 12), 9],
  ['made none in all the days that are known', boardWith(), LEADERBOARD_DAYS],
])('a member who %s is quiet for that long', (_, days, expected) =>
  expect(quietDays('asha', longAgo, days)).toBe(expected),
);

test.each([
  ['2026-02-27', undefined],
  ['2026-02-20', 9],
])('a member who joined on %s is quiet since then at most', (joinedOn, expected) =>
  expect(quietDays('asha', () => joinedOn, boardWith())).toBe(expected),
);

test('a visit counts only for its own member', () =>
  expect(quietDays('ravi', longAgo, boardWith(0))).toBe(LEADERBOARD_DAYS));

test('ranks move against an earlier leaderboard, except for members without figures then', () => {
  const members = ['asha', 'ravi', 'zoya'].map((id) => ({ id, name: id }));
  const before = ranked(members, [{ [leadsOf('asha')]: 3, [visitsOf('ravi')]: 1 }]);
  const now = ranked(members, [
    { [leadsOf('asha')]: 1, [visitsOf('ravi')]: 2, [leadsOf('zoya')]: 4 },
  ]);
  expect(now.map(({ memberId }) => memberId)).toEqual(['zoya', 'ravi', 'asha']);
  expect([...placesWon(now, before)]).toEqual([['asha', -2]]);
});

test('a member whose quotations lost money then had figures, and has gained or lost places', () => {
  const members = ['asha', 'ravi'].map((id) => ({ id, name: id }));
  const before = ranked(members, [
    { [visitsOf('asha')]: 1, [moneyOf('quotedPaise', 'asha')]: -500_00, [visitsOf('ravi')]: 2 },
  ]);
  const now = ranked(members, [{ [visitsOf('asha')]: 3, [visitsOf('ravi')]: 2 }]);
  expect([...placesWon(now, before)]).toEqual([
    ['asha', 1],
    ['ravi', -1],
  ]);
});

test.each([
  ['sales', {}, true],
  ['admin', {}, false],
  ['admin', { [visitsOf('asha')]: 1 }, true],
  ['finance', { [visitsOf('ravi')]: 1 }, false],
] as const)('%s with the figures %j is ranked: %s', (role, figures, isRanked) =>
  expect(competes({ id: 'asha', name: 'Asha', role }, [{}, figures])).toBe(isRanked),
);
