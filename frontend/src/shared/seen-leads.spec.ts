import { afterEach, describe, expect, it } from '@jest/globals';
import { queryClient } from '../lib/query-client.js';
import { seenLead, seenLeads, seenSomewhere } from './seen-leads.js';

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

describe('the page of a lead that was never opened', () => {
  const seen = (name: string, answer: object) => queryClient.setQueryData([name, {}], answer);

  it('shows what the rows of its follow-ups say, each once, the earliest first', () => {
    seen('follow-ups', pages({ ...followUp, followUpId: 'f2', dueOn: '2026-01-09', type: 'Owner' }, followUp));
    seen('visits', pages(followUp));
    expect(seenLead('l1')).toMatchObject({ ...rajesh, phone: '+919822041736', followUps: [{ followUpId: 'f1' }, { followUpId: 'f2' }] });
  });

  it('shows its row before what else says its name, and what is planned as the agenda says', () => {
    seen('leads', pages({ ...rajesh, name: 'Rajesh S. Patil', revision: 4 }));
    seen('follow-ups', pages(followUp));
    expect(seenLead('l1')).toMatchObject({ name: 'Rajesh S. Patil', revision: 4, followUps: [{ followUpId: 'f1', dueOn: '2026-01-02' }] });
    expect(seenLead('l1')).not.toHaveProperty('quotations');
  });

  it.each([
    ['visits', pages({ tab: 'completed', leadId: 'l2', leadName: 'Asha Rao', city: 'Satara', phone: '+919822041737' }), 'Satara'],
    ['visit-pins', { items: [{ visitId: 'v1', leadId: 'l2', leadName: 'Asha Rao' }] }, undefined],
    ['dashboard', { recentLeads: [], recentActivity: [{ entryId: 'e1', leadId: 'l2', leadName: 'Asha Rao' }] }, undefined],
  ])('shows who it is where it was seen in %s only', (name, answer, city) => {
    seen(name, answer);
    const lead = seenLead('l2');
    expect([lead?.name, lead?.city, lead?.status, lead?.followUps]).toEqual(['Asha Rao', city, undefined, undefined]);
  });

  it('is not there where nothing was seen of it', () => expect(seenLead('l3')).toBeUndefined());
});
