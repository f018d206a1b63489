import { expect, test } from '@jest/globals';
import { dayRangeText } from '../kit/lists/day-range.js';
import { daysForView, countOf, isRouteOf, visitFilters } from './visit-filters.js';

test('days have labels', () => {
  const labelOf = (from: string, to: string) => dayRangeText({ from, to }, '2026-11-22');
  expect([
    labelOf('2026-11-01', '2026-11-20'),
    labelOf('2026-11-20', '2026-11-20'),
    labelOf('', '2026-11-20'),
    labelOf('2026-11-01', ''),
    labelOf('', ''),
  ]).toEqual(['1 Nov to 20 Nov', '20 Nov', 'To 20 Nov', 'From 1 Nov', '']);
});

test('a tab shows its count, up to the counting limit', () => {
  const counts = { upcoming: 12_345, completed: 0, cancelled: 1_001 };
  expect([
    countOf('upcoming', counts),
    countOf('completed', counts),
    countOf('cancelled', counts),
    countOf('completed', undefined),
  ]).toEqual([12_345, 0, '1,000+', undefined]);
});

test('a day’s route needs all visits of one member on one day, and no search', () => {
  const day = { ...visitFilters.none, from: '2026-11-20', to: '2026-11-20' };
  expect([
    isRouteOf(day, false),
    isRouteOf(day, true),
    isRouteOf({ ...day, member: 'ravi' }, true),
    isRouteOf({ ...day, q: 'tank' }, false),
    isRouteOf({ ...day, to: '2026-11-21' }, false),
  ]).toEqual([true, false, true, false, false]);
});

test('the map starts with today; leaving it drops the day unless a person chose it', () => {
  const [none, day] = [
    { from: '', to: '' },
    { from: '2026-11-30', to: '2026-11-30' },
  ];
  const changeToMap = (days: typeof none) => daysForView('map', days, '2026-11-30', {});
  expect([changeToMap(none), changeToMap(day)]).toEqual([day, {}]);
  const changeToList = (days: typeof none, set: Partial<typeof none>) =>
    daysForView('list', days, '2026-12-01', set);
  expect([changeToList(day, day), changeToList(day, {}), changeToList(none, day)]).toEqual([
    none,
    {},
    {},
  ]);
});
