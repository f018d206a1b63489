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

test('the map shows today, or the days of a period, until a person chooses days', () => {
  const today = '2026-11-30';
  const shown = (filters: Partial<typeof visitFilters.none>, newestOn?: string) => {
    const given = { ...visitFilters.none, tab: 'completed' as const, ...filters };
    const all = withShownDays(given, today, newestOn);
    return [visitParams(all), periodOf(all, today), shownDaysText(all, today)];
  };
  const tab = 'completed';
  const ofMonth = { from: '2026-11-01', to: today };
  expect([
    shown({ view: 'map' }),
    shown({ view: 'map' }, today),
    // nobody has visited today
    shown({ view: 'map' }, '2026-11-28'),
    shown({ view: 'map', period: 'today' }, '2026-11-28'),
    shown({ view: 'map', period: 'week' }),
    shown({ view: 'map', period: 'month' }),
    shown({ view: 'map', period: 'all' }),
    shown({ view: 'map', period: 'week', ...ofMonth }),
    shown({ view: 'map', from: '2026-11-20' }),
    // the list has all days
    shown({ period: 'week' }),
  ]).toEqual([
    [{ tab, from: today, to: today }, 'today', 'Today'],
    [{ tab, from: today, to: today }, 'today', 'Today'],
    [{ tab, from: '2026-11-24', to: today }, 'week', '7 days'],
    [{ tab, from: today, to: today }, 'today', 'Today'],
    [{ tab, from: '2026-11-24', to: today }, 'week', '7 days'],
    [{ tab, ...ofMonth }, 'month', '30 days'],
    [{ tab }, 'all', 'All days'],
    [{ tab, ...ofMonth }, 'month', '30 days'],
    [{ tab, from: '2026-11-20' }, undefined, 'From 20 Nov'],
    [{ tab }, 'all', 'All days'],
  ]);
});

test('the map shows all days once chosen days are cleared', () => {
  const search = 'tab=completed&view=map&period=week&from=2026-11-20&to=2026-11-20';
  const chosen = visitFilters.read(new URLSearchParams(search));
  const cleared = { ...chosen, from: '', to: '' };
  expect(visitParams(withShownDays(cleared, '2026-11-30', '2026-11-30'))).toEqual({
    tab: 'completed',
  });
});
