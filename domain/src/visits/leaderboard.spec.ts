import { expect, test } from '@jest/globals';
import type { LeaderboardMeasure } from './visit.values.js';
import { leadsKey, moneyKey, visitsKey } from './day-figures.js';
import {
  isRanked,
  lastDays,
  LEADERBOARD_DAYS,
  rankChanges,
  rankMembers,
  standingOf,
  weeksOf,
} from './leaderboard.js';

const today = '2026-03-01';
test('a leaderboard ends today, and may begin in the month before', () => {
  const days = lastDays(today);
  expect(days).toHaveLength(LEADERBOARD_DAYS);
  expect([days[0], days.at(-2), days.at(-1)]).toEqual(['2026-01-31', '2026-02-28', today]);
  expect(lastDays('2026-03-02').at(-1)).toBe('2026-03-02');
  expect(lastDays(today, 7)[0]).toBe('2026-02-23');
});

test('members are ranked by the money that they won or quoted', () => {
  const members = ['asha', 'ravi'].map((id) => ({ id, name: id }));
  const days = [
    { [visitsKey('asha')]: 3, [moneyKey('convertedPaise', 'ravi')]: 5 },
    { [moneyKey('quotedPaise', 'asha')]: 7, [moneyKey('quotedPaise', 'ravi')]: 7 },
  ];
  const ranks = (by: LeaderboardMeasure) =>
    rankMembers(members, days, by).map(({ memberId, rank }) => `${rank} ${memberId}`);
  expect(ranks('activity')).toEqual(['1 asha', '2 ravi']);
  expect(ranks('won')).toEqual(['1 ravi', '2 asha']);
  expect(ranks('quoted')).toEqual(['1 asha', '1 ravi']);
});

test('the standing of a member has the value, the rank among all, and the average', () => {
  const members = ['asha', 'ravi', 'zoya'].map((id) => ({ id, name: id }));
  const rows = rankMembers(members, [
    { [visitsKey('asha')]: 3, [visitsKey('ravi')]: 5, [leadsKey('asha')]: 7 },
  ]);
  expect(standingOf(rows, 'asha', 'visits')).toEqual({ value: 3, rank: 2, average: 3 });
  expect(standingOf(rows, 'ravi', 'leads')).toEqual({ value: 0, rank: 2, average: 2 });
  expect(standingOf(rows, 'farah', 'leads')).toBeUndefined();
});

test('the weeks of a member end today, and older days are left out', () => {
  const days = Array.from({ length: 30 }, (_, index) => ({ [visitsKey('asha')]: index + 1 }));
  const visits = weeksOf('asha', days).map((week) => week.visits);
  expect(visits).toEqual([42, 91, 140, 189]);
});

test('rank changes compare with an earlier leaderboard, except for members without figures then', () => {
  const members = ['asha', 'ravi', 'zoya'].map((id) => ({ id, name: id }));
  const before = rankMembers(members, [{ [leadsKey('asha')]: 3, [visitsKey('ravi')]: 1 }]);
  const now = rankMembers(members, [
    { [leadsKey('asha')]: 1, [visitsKey('ravi')]: 2, [leadsKey('zoya')]: 4 },
  ]);
  expect(now.map(({ memberId }) => memberId)).toEqual(['zoya', 'ravi', 'asha']);
  expect([...rankChanges(now, before)]).toEqual([['asha', -2]]);
});

test('a member whose earlier figures are negative has gained or lost places too', () => {
  const members = ['asha', 'ravi'].map((id) => ({ id, name: id }));
  const before = rankMembers(members, [
    { [visitsKey('asha')]: 1, [moneyKey('quotedPaise', 'asha')]: -500_00, [visitsKey('ravi')]: 2 },
  ]);
  const now = rankMembers(members, [{ [visitsKey('asha')]: 3, [visitsKey('ravi')]: 2 }]);
  expect([...rankChanges(now, before)]).toEqual([
    ['asha', 1],
    ['ravi', -1],
  ]);
});

test.each([
  ['sales', {}, true],
  ['admin', {}, false],
  ['admin', { [visitsKey('asha')]: 1 }, true],
  ['finance', { [visitsKey('ravi')]: 1 }, false],
] as const)('%s with the figures %j is ranked: %s', (role, figures, isExpected) =>
  expect(isRanked({ id: 'asha', name: 'Asha', role }, [{}, figures])).toBe(isExpected),
);
