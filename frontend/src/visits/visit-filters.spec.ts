import { expect, test } from '@jest/globals';
import { dayRangeText } from '../kit/lists/day-range.js';
import {
  countOf,
  isRouteOf,
  periodOf,
  shownDaysText,
  visitFilters,
  visitParams,
  withShownDays,
} from './visit-filters.js';

test('days have labels', () => {
  const labelOf = (from: string, to: string) => dayRangeText({ from, to }, '2026-11-22');
  expect(labelOf('2026-11-01', '2026-11-20')).toBe('1 Nov to 20 Nov');
  expect(labelOf('2026-11-20', '2026-11-20')).toBe('20 Nov');
  expect(labelOf('', '2026-11-20')).toBe('To 20 Nov');
  expect(labelOf('2026-11-01', '')).toBe('From 1 Nov');
  expect(labelOf('', '')).toBe('');
});

test('a tab shows its count, up to the counting limit', () => {
  const counts = { upcoming: 12_345, completed: 0, cancelled: 1_001 };
  expect(countOf('upcoming', counts)).toBe(12_345);
  expect(countOf('completed', counts)).toBe(0);
  expect(countOf('cancelled', counts)).toBe('1,000+');
  expect(countOf('completed', undefined)).toBeUndefined();
});

test('a day’s route needs all visits of one member on one day, and no search', () => {
  const day = { ...visitFilters.none, from: '2026-11-20', to: '2026-11-20' };
  expect(isRouteOf(day, { seesAll: false })).toBe(true);
  expect(isRouteOf({ ...day, member: 'ravi' }, { seesAll: true })).toBe(true);
  expect(isRouteOf(day, { seesAll: true })).toBe(false);
  expect(isRouteOf({ ...day, q: 'tank' }, { seesAll: false })).toBe(false);
  expect(isRouteOf({ ...day, to: '2026-11-21' }, { seesAll: false })).toBe(false);
});

const today = '2026-11-30';
const daysOfToday = { from: today, to: today };
const daysOfWeek = { from: '2026-11-24', to: today };
const daysOfMonth = { from: '2026-11-01', to: today };

const withDefaults = (filters: Partial<typeof visitFilters.none>) => ({
  ...visitFilters.none,
  tab: 'completed' as const,
  ...filters,
});

test.each([
  { filters: {}, days: daysOfToday, period: 'today', text: 'Today' },
  { filters: {}, newestOn: today, days: daysOfToday, period: 'today', text: 'Today' },
  // nobody has visited today
  { filters: {}, newestOn: '2026-11-28', days: daysOfWeek, period: 'week', text: '7 days' },
  {
    filters: { period: 'today' },
    newestOn: '2026-11-28',
    days: daysOfToday,
    period: 'today',
    text: 'Today',
  },
  { filters: { period: 'week' }, days: daysOfWeek, period: 'week', text: '7 days' },
  { filters: { period: 'month' }, days: daysOfMonth, period: 'month', text: '30 days' },
  { filters: { period: 'all' }, days: {}, period: 'all', text: 'All days' },
  // chosen days come before a period
  {
    filters: { period: 'week', ...daysOfMonth },
    days: daysOfMonth,
    period: 'month',
    text: '30 days',
  },
  {
    filters: { from: '2026-11-20' },
    days: { from: '2026-11-20' },
    period: undefined,
    text: 'From 20 Nov',
  },
] as const)('the map with $filters and a newest visit on $newestOn shows: $text', (example) => {
  const filters = withDefaults({ view: 'map', ...example.filters });
  const shown = withShownDays(filters, today, 'newestOn' in example ? example.newestOn : undefined);
  expect(visitParams(shown)).toEqual({ tab: 'completed', ...example.days });
  expect(periodOf(shown, today)).toBe(example.period);
  expect(shownDaysText(shown, today)).toBe(example.text);
});

test('the list shows all days, whatever the period of the map', () => {
  const shown = withShownDays(withDefaults({ period: 'week' }), today, undefined);
  expect(visitParams(shown)).toEqual({ tab: 'completed' });
  expect(periodOf(shown, today)).toBe('all');
  expect(shownDaysText(shown, today)).toBe('All days');
});

test('the map shows all days once chosen days are cleared', () => {
  const search = 'tab=completed&view=map&period=week&from=2026-11-20&to=2026-11-20';
  const chosen = visitFilters.read(new URLSearchParams(search));
  const cleared = { ...chosen, from: '', to: '' };
  expect(visitParams(withShownDays(cleared, today, today))).toEqual({
    tab: 'completed',
  });
});
