/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { setIdentity } from '../../lib/account/identity.js';
import { savedFiltersOf, searchOfFilters } from './saved-filters.js';

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

test('a damaged text counts as none', () => {
  setIdentity({ accountId: 'asha', organizationId: 'sharma' });
  localStorage.setItem('fieldtrace.filters./leads|asha|sharma', '[{"name":1},null');
  expect(savedFiltersOf('/leads').read()).toEqual([]);
});

test('saved filters have those of the address in one order, without its past day', () =>
  expect(searchOfFilters(new URLSearchParams('type=Owner&asOf=2026-11-01&gap=undated'))).toBe(
    'gap=undated&type=Owner',
  ));
