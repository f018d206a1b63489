/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { setIdentity } from '../../lib/account/identity.js';
import {
  filtersToSave,
  savedFiltersOf,
  searchOfFilters,
  savedSearchOnDay,
} from './saved-filters.js';

afterEach(() => localStorage.clear());

test('filters of a list are kept for an account in its organization, by their names', () => {
  setIdentity({ accountId: 'asha', organizationId: 'sharma' });
  const saved = savedFiltersOf('/leads');
  saved.save({ name: 'Hot', search: 'status=Quoted' });
  saved.save({ name: 'Mine', search: 'sort=quoted' });
  saved.save({ name: 'Hot', search: 'gap=unreplied' });
  expect(saved.read()).toEqual([
    { name: 'Mine', search: 'sort=quoted' },
    { name: 'Hot', search: 'gap=unreplied' },
  ]);
  expect(savedFiltersOf('/visits').read()).toEqual([]);
  setIdentity({ accountId: 'ravi', organizationId: 'sharma' });
  expect(saved.read()).toEqual([]);
  setIdentity({ accountId: 'asha', organizationId: 'sharma' });
  saved.remove('Hot');
  expect(saved.read().map(({ name }) => name)).toEqual(['Mine']);
});

test.each(['hot leads', 'Hot  Leads', 'Hot\u200b Leads', 'Ｈｏｔ Leads'])(
  'filters named %j replace those named "Hot Leads"',
  (name) => {
    setIdentity({ accountId: 'asha', organizationId: 'sharma' });
    const saved = savedFiltersOf('/leads');
    saved.save({ name: 'Hot Leads', search: 'status=Quoted' });
    saved.save({ name, search: 'gap=unreplied' });
    expect(saved.read()).toEqual([{ name, search: 'gap=unreplied' }]);
  },
);

test('a damaged stored text counts as no saved filters', () => {
  setIdentity({ accountId: 'asha', organizationId: 'sharma' });
  localStorage.setItem('fieldtrace.filters./leads|asha|sharma', '[{"name":1},null');
  expect(savedFiltersOf('/leads').read()).toEqual([]);
});

test('filters are saved in a fixed order, without the address’s past day and search', () =>
  expect(
    searchOfFilters(new URLSearchParams('type=Owner&q=Asha&asOf=2026-11-01&gap=undated')),
  ).toBe('gap=undated&type=Owner'));

test('a range that ends today moves with the calendar, another stays fixed', () => {
  const week = filtersToSave('from=2026-11-23&status=New&to=2026-11-29', '2026-11-29');
  expect(week).toEqual({ search: 'status=New', daysBack: 6 });
  expect(savedSearchOnDay({ name: 'This week', ...week }, '2026-12-06')).toBe(
    'from=2026-11-30&status=New&to=2026-12-06',
  );
  const festival = filtersToSave('from=2026-11-01&to=2026-11-07', '2026-11-29');
  expect(savedSearchOnDay({ name: 'Diwali', ...festival }, '2026-12-06')).toBe(
    'from=2026-11-01&to=2026-11-07',
  );
});
