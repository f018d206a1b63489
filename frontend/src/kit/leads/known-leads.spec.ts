/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { records } from '../../lib/records/device-cache.js';
import { queryClient } from '../../lib/query-client.js';
import type { Kind } from '../../lib/records/record.js';
import { knownLead, knownLeads, leadSummaries } from './known-leads.js';

afterEach(async () => {
  queryClient.clear();
  await records.clear();
});

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
const rajesh = {
  leadId: 'l1',
  name: 'Rajesh Patil',
  siteName: 'Green Meadows',
  city: 'Pune',
  status: 'Contacted',
};

it('knows a lead that was seen only with a follow-up', () => {
  records.put('follow-up', [followUp]);
  expect(leadSummaries()).toEqual([expect.objectContaining(rajesh)]);
  expect(knownLeads()).toEqual([]);
});

it('knows leads by their rows, but not by visits without a status', () => {
  records.put('lead', [rajesh]);
  records.put('visit', [
    { tab: 'completed', visitId: 'v1', leadId: 'l2', leadName: 'Asha', city: 'Satara' },
  ]);
  expect(knownLeads()).toEqual([rajesh]);
  expect(leadSummaries()).toEqual([rajesh]);
});

describe('the page of a lead that was never opened', () => {
  const storeRows = (kind: Kind, ...rows: readonly object[]) => records.put(kind, rows);

  it('shows the follow-ups of its rows, each once, the earliest first', () => {
    storeRows(
      'follow-up',
      { ...followUp, followUpId: 'f2', dueOn: '2026-01-09', type: 'Owner' },
      followUp,
      followUp,
    );
    expect(knownLead('l1')).toMatchObject({
      ...rajesh,
      phone: '+919822041736',
      followUps: [{ followUpId: 'f1' }, { followUpId: 'f2' }],
    });
  });

  it('prefers its own row, and the agenda’s follow-ups', () => {
    storeRows('lead', { ...rajesh, name: 'Rajesh S. Patil', revision: 4 });
    storeRows('follow-up', followUp);
    expect(knownLead('l1')).toMatchObject({
      name: 'Rajesh S. Patil',
      revision: 4,
      followUps: [{ followUpId: 'f1', dueOn: '2026-01-02' }],
    });
    expect(knownLead('l1')).not.toHaveProperty('quotations');
  });

  it.each([
    [
      'visit',
      {
        tab: 'completed',
        visitId: 'v1',
        leadId: 'l2',
        leadName: 'Asha Rao',
        city: 'Satara',
        phone: '+919822041737',
      },
      'Satara',
    ],
    ['activity', { entryId: 'e1', leadId: 'l2', leadName: 'Asha Rao' }, undefined],
  ] as const)('shows a lead that was seen only as %s', (kind, row, city) => {
    storeRows(kind, row);
    const lead = knownLead('l2');
    expect(lead?.name).toBe('Asha Rao');
    expect(lead?.city).toBe(city);
    expect(lead?.status).toBeUndefined();
    expect(lead?.followUps).toBeUndefined();
  });

  it('shows a lead that was seen only on the map', () => {
    queryClient.setQueryData(['visit-pins', {}], {
      items: [{ visitId: 'v1', leadId: 'l2', leadName: 'Asha Rao' }],
    });
    expect(knownLead('l2')?.name).toBe('Asha Rao');
  });

  it('does not exist for an unseen lead', () => expect(knownLead('l3')).toBeUndefined());
});
