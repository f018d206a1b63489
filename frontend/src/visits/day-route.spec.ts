import { expect, test } from '@jest/globals';
import type { VisitPin } from '#domain/visits/visit.views.js';
import { isPossible, routeStops, routeTotals } from './day-route.js';

const baner = { lat: 18.559, lng: 73.787 };
const aundh = { lat: 18.56, lng: 73.807 };
const visit = (
  visitId: string,
  startedAt: string,
  endedAt: string,
  at: typeof baner,
): VisitPin => ({
  visitId,
  leadId: visitId,
  leadName: visitId,
  by: { id: 'asha', name: 'Asha Kulkarni' },
  day: '2026-11-28',
  startedAt: `2026-11-28T${startedAt}:00.000Z`,
  endedAt: `2026-11-28T${endedAt}:00.000Z`,
  ...at,
});

test('stops are numbered in the order of time, with the way from the stop before', () => {
  const stops = routeStops([
    visit('late', '06:00', '06:45', baner),
    visit('early', '04:00', '04:30', aundh),
  ]);
  expect(stops.map(({ number, pin }) => [number, pin.visitId])).toEqual([
    [1, 'early'],
    [2, 'late'],
  ]);
  expect(stops[0]!.way).toBeUndefined();
  expect(stops[1]!.way!.minutes).toBe(90);
  expect(stops[1]!.way!.metres).toBeCloseTo(2_111, -1);
  expect(routeTotals(stops).minutes).toBe(75);
});

test('visits that overlap have no time between them, and count once', () => {
  const stops = routeStops([
    visit('second', '04:20', '05:00', aundh),
    visit('first', '04:00', '04:30', baner),
  ]);
  expect(stops[1]!.way!.minutes).toBeUndefined();
  expect(routeTotals(stops).minutes).toBe(60);
});

test('a way is impossible above 120 km/h', () => {
  expect(isPossible({ metres: 50_000, minutes: 25 })).toBe(true);
  // minutes are rounded
  expect(isPossible({ metres: 52_000, minutes: 25 })).toBe(true);
  expect(isPossible({ metres: 256_000, minutes: 25 })).toBe(false);
});

test('visits that overlap are possible only within the error of their locations', () => {
  expect(isPossible({ metres: 400, minutes: undefined })).toBe(true);
  expect(isPossible({ metres: 3_000, minutes: undefined })).toBe(false);
});
