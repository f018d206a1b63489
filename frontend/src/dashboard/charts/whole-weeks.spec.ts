import { expect, test } from '@jest/globals';
import { lastDays } from '#domain/visits/leaderboard.js';
import { wholeWeeks } from './whole-weeks.js';

test('thirty days are four weeks up to today; the two days before them are left out', () => {
  const days = lastDays('2026-12-01').map((day, index) => ({
    day,
    leads: 1,
    visits: index < 2 ? 100 : 2,
    quotedPaise: 0,
    convertedPaise: 0,
  }));
  expect(wholeWeeks(days)).toEqual([
    { from: '2026-11-04', to: '2026-11-10', leads: 7, visits: 14 },
    { from: '2026-11-11', to: '2026-11-17', leads: 7, visits: 14 },
    { from: '2026-11-18', to: '2026-11-24', leads: 7, visits: 14 },
    { from: '2026-11-25', to: '2026-12-01', leads: 7, visits: 14 },
  ]);
});
