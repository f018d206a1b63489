import { expect, test } from '@jest/globals';
import {
  lastDays,
  leaderboardDays,
  leadsOf,
  placesWon,
  quietAfterDays,
  quietDays,
  ranked,
  visitsOf,
} from './leaderboard.js';

const today = '2026-03-01';
/** The figures of a board of which asha made a visit so many days ago. */
const boardWith = (...daysAgo: readonly number[]) =>
  lastDays(today).map((day, place, days) => ({
    day,
    figures: daysAgo.includes(days.length - 1 - place) ? { [visitsOf('asha')]: 1 } : {},
  }));
const longAgo = () => '2025-01-01';

test('a board ends today and goes over the ends of months', () => {
  const days = lastDays(today);
  expect(days).toHaveLength(leaderboardDays);
  expect([days[0], days.at(-2), days.at(-1)]).toEqual(['2026-01-31', '2026-02-28', today]);
  expect(lastDays('2026-03-02').at(-1)).toBe('2026-03-02');
  expect(lastDays(today, 7)[0]).toBe('2026-02-23');
});

test.each([
  ['made one today', boardWith(0, 9), undefined],
  [
    'made the last one on the last day that is not yet quiet',
    boardWith(quietAfterDays - 1),
    undefined,
  ],
  ['made the last one a day earlier', boardWith(quietAfterDays), quietAfterDays],
  ['made several, the last nine days ago', boardWith(9, 12), 9],
  ['made none in all the days that are known', boardWith(), leaderboardDays],
])('who %s is quiet for as long', (_, days, expected) =>
  expect(quietDays('asha', longAgo, days)).toBe(expected),
);

test.each([
  ['2026-02-27', undefined],
  ['2026-02-20', 9],
])('who joined on %s has been quiet since then at most', (joinedOn, expected) =>
  expect(quietDays('asha', () => joinedOn, boardWith())).toBe(expected),
);

test('a visit counts for its own member only', () =>
  expect(quietDays('ravi', longAgo, boardWith(0))).toBe(leaderboardDays));

test('places are won and lost since an earlier board; who had no figures then stood nowhere', () => {
  const members = ['asha', 'ravi', 'zoya'].map((id) => ({ id, name: id }));
  const before = ranked(members, [{ [leadsOf('asha')]: 3, [visitsOf('ravi')]: 1 }]);
  const now = ranked(members, [
    { [leadsOf('asha')]: 1, [visitsOf('ravi')]: 2, [leadsOf('zoya')]: 4 },
  ]);
  expect(now.map(({ memberId }) => memberId)).toEqual(['zoya', 'ravi', 'asha']);
  expect([...placesWon(now, before)]).toEqual([['asha', -2]]);
});
