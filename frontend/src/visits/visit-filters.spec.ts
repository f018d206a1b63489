import { expect, test } from '@jest/globals';
import { countOf, nothingFor, type VisitFilters } from './visit-filters.js';

const filters: VisitFilters = { tab: 'completed', q: '', from: '', to: '', member: undefined };
const told = (changes: Partial<VisitFilters>, member?: string) => nothingFor({ ...filters, ...changes }, member, '2026-11-22');

test.each<[Partial<VisitFilters>, string | undefined, string]>([
  [{}, undefined, 'Nothing found for Completed.'],
  [{ tab: 'upcoming', q: ' zinc ' }, undefined, 'Nothing found for “zinc”, Upcoming.'],
  [{ from: '2026-11-01', to: '2026-11-20' }, 'Asha Kulkarni', 'Nothing found for Completed, 1 Nov to 20 Nov, Asha Kulkarni.'],
  [{ q: 'zinc', to: '2026-11-20' }, undefined, 'Nothing found for “zinc”, Completed, To 20 Nov.'],
  [{ tab: 'cancelled', q: 'zinc' }, 'Tom From', 'Nothing found for “zinc”, Cancelled, Tom From.'],
])('what was asked for is named: %j', (changes, member, words) => expect(told(changes, member)).toBe(words));

test('a tab says how many it has, as far as they are counted', () => {
  const counts = { upcoming: 12_345, completed: 0, cancelled: 1_001 };
  expect([countOf('upcoming', counts), countOf('completed', counts), countOf('cancelled', counts), countOf('completed', undefined)]).toEqual([
    12_345,
    0,
    '1,000+',
    undefined,
  ]);
});
