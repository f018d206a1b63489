import { expect, test } from '@jest/globals';
import { daysOfFinancialYear, findFinancialYear } from './financial-year.js';

test.each([
  ['2026-03-31', '2025-26'],
  ['2026-04-01', '2026-27'],
  ['2099-12-31', '2099-00'],
])('%s is in the financial year %s', (day, year) => expect(findFinancialYear(day)).toBe(year));

test.each(['2025-26', '2026-27', '2099-00'])('%s has its own first and last day', (year) => {
  const { from, to } = daysOfFinancialYear(year);
  expect([findFinancialYear(from), findFinancialYear(to)]).toEqual([year, year]);
  expect(to > from).toBe(true);
});
