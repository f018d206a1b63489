import { afterEach, expect, it } from '@jest/globals';
import { queryClient } from '../lib/query-client.js';
import { seenLeads, seenSomewhere } from './seen-leads.js';

afterEach(() => queryClient.clear());

const followUp = {
  tab: 'upcoming',
  followUpId: 'f1',
  leadId: 'l1',
  leadName: 'Rajesh Patil',
  phone: '+919822041736',
  siteName: 'Green Meadows',
  city: 'Pune',
  status: 'Contacted',
  dueOn: '2026-01-02',
};
const rajesh = { leadId: 'l1', name: 'Rajesh Patil', siteName: 'Green Meadows', city: 'Pune', status: 'Contacted' };
const pages = (...items: readonly object[]) => ({ pages: [{ items }], pageParams: [undefined] });

it.each([
  ['follow-ups', { group: 'due', member: 'me' }],
  ['visits', { tab: 'upcoming' }],
])('knows a lead that was seen with a follow-up only, in %s', (name, params) => {
  queryClient.setQueryData([name, params], pages(followUp));
  expect(seenSomewhere()).toEqual([expect.objectContaining(rajesh)]);
  expect(seenLeads()).toEqual([]);
});

it('knows the newest leads of the dashboard, and no lead of a visit that says no status', () => {
  queryClient.setQueryData(['dashboard'], { recentLeads: [rajesh] });
  queryClient.setQueryData(['visits', { tab: 'completed' }], pages({ tab: 'completed', leadId: 'l2', leadName: 'Asha', city: 'Satara' }));
  expect(seenLeads()).toEqual([rajesh]);
  expect(seenSomewhere()).toEqual([rajesh]);
});
