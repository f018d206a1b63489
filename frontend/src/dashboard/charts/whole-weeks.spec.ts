import { expect, test } from '@jest/globals';
import { lastDays } from '#domain/visits/leaderboard.js';
import { strongestWeek, weekText, type WeekTotals, wholeWeeks } from './whole-weeks.js';

test('splits thirty days into four weeks that end today, without the two oldest days', () => {
  const days = lastDays('2026-12-01').map((day) => ({
    day,
    leads: 1,
    visits: day < '2026-11-04' ? 100 : 2,
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

const week = (from: string, to: string, leads: number, visits: number) => ({
  from,
  to,
  leads,
  visits,
});
const weeks = [
  week('2026-10-31', '2026-11-06', 99, 142),
  week('2026-11-07', '2026-11-13', 103, 151),
  week('2026-11-14', '2026-11-20', 82, 139),
];

test('the strongest week has the most leads and the most visits', () =>
  expect(strongestWeek(weeks)).toBe(weeks[1]));

test('no week is the strongest if another has more visits, is equal, or does not exist', () => {
  const [first, second, third] = weeks as [WeekTotals, WeekTotals, WeekTotals];
  const thirdWithMostVisits = { ...third, visits: 152 };
  expect(strongestWeek([first, second, thirdWithMostVisits])).toBeUndefined();
  expect(strongestWeek([second, { ...second }])).toBeUndefined();
  expect(strongestWeek([first])).toBeUndefined();
});

test('a week names its month once, and ends today at the latest', () => {
  expect(weeks.map((each) => weekText(each, '2026-11-20'))).toEqual([
    '31 Oct – 6 Nov',
    '7–13 Nov',
    '14 Nov – today',
  ]);
});
