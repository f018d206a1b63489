import { expect, test } from '@jest/globals';
import { isDay, monthsAfter, readDay, typedText, weeksOf } from './calendar-days.js';

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

test.each(['', '31/11/2026', '29/02/2027', '13/2026', '11/30/2026', 'tomorrow', '1/1/26'])(
  'takes %j for no day',
  (typed) => {
    expect(readDay(typed, today)).toBeUndefined();
  },
);

test('takes the present year for a day without one, and only where it is given', () => {
  expect(readDay('5/12', today)).toBe('2026-12-05');
  expect(readDay('5/12')).toBeUndefined();
});

test('writes a day as it is read', () => {
  expect(readDay(typedText('2026-03-09'))).toBe('2026-03-09');
});

test('stays within a shorter month', () => {
  expect(monthsAfter('2026-10-31', 1)).toBe('2026-11-30');
  expect(monthsAfter('2026-01-31', 13)).toBe('2027-02-28');
  expect(monthsAfter('2026-01-15', -1)).toBe('2025-12-15');
});

test('shows every day of a month once, under its weekday', () => {
  const weeks = weeksOf('2026-11-29');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]![0]).toBe('2026-11-01');
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(isDay('2026-11-31')).toBe(false);
});
