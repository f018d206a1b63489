import { expect, test } from '@jest/globals';
import { completeDay, monthsAfter, readDay, typedText, weeksOf } from './calendar-days.js';

const today = '2026-11-29';

test.each([
  ['30/11/2026', '2026-11-30'],
  ['1-2-2027', '2027-02-01'],
  ['01022027', '2027-02-01'],
  ['2026-11-30', '2026-11-30'],
  ['३०/११/२०२६', '2026-11-30'],
])('reads %s in the order day, month, year', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});

test.each(['', '31/11/2026', '29/02/2027', '13/2026', '11/30/2026', 'tomorrow', '1/1/26', '5/12'])(
  'does not read %j as a day',
  (typed) => {
    expect(readDay(typed)).toBeUndefined();
  },
);

test.each([
  ['5/12', {}, '2026-12-05'],
  ['5/1', {}, '2026-01-05'],
  ['5/1', { min: today }, '2027-01-05'],
  ['5/12', { max: today }, '2025-12-05'],
  ['29/2', { min: today }, undefined],
  ['5/1', { min: today, max: '2026-12-31' }, '2026-01-05'],
  ['1/1/26', { min: today }, '2026-01-01'],
  ['५/१२/२६', {}, '2026-12-05'],
  ['30/11/2026', { min: '2027-01-01' }, '2026-11-30'],
  ['31/11', {}, undefined],
])('completes %s within %j', (typed, limits, day) => {
  expect(completeDay(typed, { today, ...limits })).toBe(day);
});

test('writes a day as it is read', () => {
  expect(readDay(typedText('2026-03-09'))).toBe('2026-03-09');
});

test('a month later stays within a shorter month', () => {
  expect(monthsAfter('2026-10-31', 1)).toBe('2026-11-30');
  expect(monthsAfter('2026-01-31', 13)).toBe('2027-02-28');
  expect(monthsAfter('2026-01-15', -1)).toBe('2025-12-15');
});

test('shows every day of a month once, under its weekday', () => {
  const weeks = weeksOf('2026-11-29');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]![0]).toBe('2026-11-01');
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});
