import { describe, expect, it } from '@jest/globals';
import { leadDaysText, leadFilters } from './lead-filters.js';

const { none: defaults, params: paramsOf, read: filtersIn } = leadFilters;

describe('filters', () => {
  it('are read from an address, without unknown values', () => {
    expect(filtersIn(new URLSearchParams('status=Lost&type=Pilot&sort=quoted&q=pune'))).toEqual({
      ...defaults,
      status: 'Lost',
      sort: 'quoted',
      q: 'pune',
    });
  });
  it('include days with their event, and drop a chosen sort order', () => {
    const read = (address: string) => paramsOf(filtersIn(new URLSearchParams(address)));
    expect(read('from=2026-11-20&to=2026-11-21&dayOf=quoted&sort=quoted')).toEqual({
      from: '2026-11-20',
      to: '2026-11-21',
      dayOf: 'quoted',
    });
    expect(read('from=2026-11-20')).toEqual({ from: '2026-11-20' });
  });
  it('ignore days that are invalid, reversed, or too many', () => {
    const read = (address: string) => filtersIn(new URLSearchParams(address));
    expect(read('from=2026-02-31&dayOf=quoted')).toMatchObject({ from: '', dayOf: 'created' });
    expect(read('to=2026-11-21')).toMatchObject({ from: '2026-11-21', to: '2026-11-21' });
    expect(read('from=2026-11-22&to=2026-11-21')).toMatchObject({
      from: '2026-11-21',
      to: '2026-11-21',
    });
    expect(read('from=0002-11-22&to=2026-11-21')).toMatchObject({ from: '2025-11-21' });
  });
  it('query a gap without days, and unanswered leads in a sort order of their own', () => {
    const read = (address: string) => paramsOf(filtersIn(new URLSearchParams(address)));
    expect(read('gap=undated&from=2026-11-20&sort=quoted')).toEqual({
      gap: 'undated',
      sort: 'quoted',
    });
    expect(read('gap=unanswered&sort=quoted')).toEqual({ gap: 'unanswered' });
  });
  it('have labels for days', () => {
    const labelOf = (from: string, to: string, dayOf: 'created' | 'quoted' = 'created') =>
      leadDaysText({ from, to, dayOf }, '2026-11-22');
    expect(labelOf('', '')).toBe('Added: any day');
    expect(labelOf('2026-11-22', '')).toBe('Added today');
    expect(labelOf('2026-11-12', '2026-11-12', 'quoted')).toBe('Quoted on 12 Nov');
    expect(labelOf('2026-10-24', '2026-11-22')).toBe('Added 24 Oct to today');
  });
});
