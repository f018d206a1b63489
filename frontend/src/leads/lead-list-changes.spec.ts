import { describe, expect, it } from '@jest/globals';
import type { LeadItem, LeadList } from '#domain/leads/lead.views.js';
import { countsHere, daysText, filtersIn, noFilters as all, nothingFor, orderOf, paramsOf } from './filters.js';
import { changedList, type LoadedList } from './lead-list-changes.js';

const lead = (leadId: string, changes: Partial<LeadItem> = {}): LeadItem => ({
  leadId,
  name: 'Rajesh Deshmukh',
  firstName: 'Rajesh',
  lastName: 'Deshmukh',
  phone: '+919822041736',
  city: 'Pune',
  type: 'Owner',
  status: 'New',
  assignedTo: { id: 'asha', name: 'Asha Kulkarni' },
  createdAt: `2026-11-2${leadId}T09:00:00.000Z`,
  createdOn: `2026-11-2${leadId}`,
  lastActivityAt: '2026-11-21T09:00:00.000Z',
  quotedPaise: 0,
  revision: 1,
  ...changes,
});
const counts = (New: number, Contacted = 0): LeadList['counts'] => ({ All: New + Contacted, New, Contacted, Quoted: 0, Converted: 0, Lost: 0 });
const loaded = (items: LeadItem[], more: Partial<LeadList> = {}): LoadedList => ({
  pages: [{ items, hasMore: false, total: items.length, counts: counts(items.length), ...more }],
  pageParams: [undefined],
});
const ids = ({ pages }: LoadedList): string[] => pages.flatMap(({ items }) => items.map(({ leadId }) => leadId));

describe('a change of a lead in a list', () => {
  it('puts a new lead in its place and counts it', () => {
    const after = changedList(loaded([lead('3'), lead('1')]), all, { leadId: '2', item: lead('2') }, undefined);
    expect(ids(after)).toEqual(['3', '2', '1']);
    expect(after.pages[0]).toMatchObject({ total: 3, counts: { All: 3, New: 3 } });
  });
  it('moves a row when what it is sorted by changes', () => {
    const list = loaded([lead('3'), lead('2'), lead('1')]);
    const after = changedList(list, { ...all, sort: 'quoted' }, { leadId: '1', item: lead('1', { quotedPaise: 100 }) }, lead('1'));
    expect(ids(after)).toEqual(['1', '3', '2']);
    expect(after.pages[0]?.total).toBe(3);
  });
  it('takes a row out of a tab that it left, and moves its count', () => {
    const list = loaded([lead('2'), lead('1')], { counts: counts(2, 5) });
    const after = changedList(list, { ...all, status: 'New' }, { leadId: '1', item: lead('1', { status: 'Contacted' }) }, lead('1'));
    expect(ids(after)).toEqual(['2']);
    expect(after.pages[0]).toMatchObject({ total: 1, counts: { All: 7, New: 1, Contacted: 6 } });
  });
  it('takes out what is gone', () => {
    const after = changedList(loaded([lead('2'), lead('1')]), all, { leadId: '2' }, lead('2'));
    expect(ids(after)).toEqual(['1']);
    expect(after.pages[0]).toMatchObject({ total: 1, counts: { All: 1, New: 1 } });
  });
  it('leaves to the server what belongs behind the rows that are loaded, and still counts it', () => {
    const after = changedList(
      loaded([lead('3'), lead('2')], { hasMore: true, total: 9, counts: counts(9) }),
      all,
      { leadId: '1', item: lead('1') },
      undefined,
    );
    expect(ids(after)).toEqual(['3', '2']);
    expect(after.pages[0]?.total).toBe(10);
  });
  it('counts nothing twice when the same change comes again', () => {
    const once = changedList(loaded([lead('1')]), all, { leadId: '2', item: lead('2') }, undefined);
    const twice = changedList(once, all, { leadId: '2', item: lead('2') }, lead('2'));
    expect(twice).toEqual(once);
  });
  it('keeps pages that are loaded, so that more can be loaded after them', () => {
    const list = { pages: [...loaded([lead('3')]).pages, ...loaded([lead('1')], { next: 'c', hasMore: true }).pages], pageParams: [undefined, 'b'] };
    const after = changedList(list, all, { leadId: '2', item: lead('2') }, undefined);
    expect(after.pages).toHaveLength(2);
    expect(after.pages[1]).toMatchObject({ next: 'c', hasMore: true });
  });
});

describe('filters', () => {
  it('are read from an address, and what is unknown there counts as not said', () => {
    expect(filtersIn(new URLSearchParams('status=Lost&type=Pilot&sort=quoted&q=pune'))).toEqual({
      ...all,
      status: 'Lost',
      sort: 'quoted',
      q: 'pune',
    });
  });
  it('leave out of the address what is not filtered', () => {
    expect(paramsOf(all)).toEqual({});
    expect(paramsOf({ ...all, status: 'New', q: '  ', assignedTo: 'asha' })).toEqual({ status: 'New', assignedTo: 'asha' });
  });
  it('keep days with what happened on them, in an order of their own', () => {
    const read = (address: string) => paramsOf(filtersIn(new URLSearchParams(address)));
    expect(read('from=2026-11-20&to=2026-11-21&dayOf=quoted&sort=quoted')).toEqual({ from: '2026-11-20', to: '2026-11-21', dayOf: 'quoted' });
    expect(read('from=2026-11-20')).toEqual({ from: '2026-11-20' });
  });
  it('take no days that are none, none that are the wrong way round, and no more than can be asked for', () => {
    const read = (address: string) => filtersIn(new URLSearchParams(address));
    expect(read('from=2026-02-31&dayOf=quoted')).toMatchObject({ from: '', dayOf: 'created' });
    expect(read('to=2026-11-21')).toMatchObject({ from: '2026-11-21', to: '2026-11-21' });
    expect(read('from=2026-11-22&to=2026-11-21')).toMatchObject({ from: '2026-11-21', to: '2026-11-21' });
    expect(read('from=0002-11-22&to=2026-11-21')).toMatchObject({ from: '2025-11-21' });
  });
  it('count a lead on the day it was captured', () => {
    const counted = (from: string, to: string) => countsHere(lead('1', { createdOn: '2026-11-20' }), { ...all, from, to });
    expect([counted('2026-11-20', '2026-11-20'), counted('2026-11-01', ''), counted('2026-11-21', ''), counted('2026-11-01', '2026-11-19')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('say which days', () => {
    const said = (from: string, to: string, dayOf: 'created' | 'quoted' = 'created') => daysText({ from, to, dayOf }, '2026-11-22');
    expect([said('', ''), said('2026-11-22', ''), said('2026-11-12', '2026-11-12', 'quoted'), said('2026-10-24', '2026-11-22')]).toEqual([
      'Any day',
      'Added today',
      'Quoted on 12 Nov',
      'Added 24 Oct to today',
    ]);
  });
  it('search names, cities and sites in any case, and phones by their digits', () => {
    const found = (q: string): boolean => countsHere(lead('1', { siteName: 'Deshmukh Residency' }), { ...all, q });
    expect(['DESH', 'pune', 'residency', '98220 417', '+9198'].map(found)).toEqual([true, true, true, true, true]);
    expect(['nashik', '00000', 'pune 9'].map(found)).toEqual([false, false, false]);
  });
  it('put leads without a next follow-up last, newest first', () => {
    const sorted = [lead('1'), lead('2'), lead('3', { nextFollowUpOn: '2026-12-01' }), lead('4', { nextFollowUpOn: '2026-11-22' })].toSorted(
      orderOf['next-follow-up'],
    );
    expect(sorted.map(({ leadId }) => leadId)).toEqual(['4', '3', '2', '1']);
  });
  it('are named when they leave nothing', () => {
    expect(nothingFor({ ...all, status: 'Lost', q: 'gangtok', type: 'Architect' }, undefined, '2026-11-22')).toBe(
      'Nothing in Lost for “gangtok”, type Architect.',
    );
    expect(nothingFor({ ...all, type: 'Owner', assignedTo: 'x' }, 'Asha', '2026-11-22')).toBe('Nothing of type Property Owner, assigned to Asha.');
  });
});
