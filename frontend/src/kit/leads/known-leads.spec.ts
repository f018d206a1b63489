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

it('knows a lead that was seen with a follow-up only', () => {
  records.put('follow-up', [followUp]);
  expect(leadSummaries()).toEqual([expect.objectContaining(rajesh)]);
  expect(knownLeads()).toEqual([]);
});

it('knows leads by their rows, and no lead of a visit that says no status', () => {
  records.put('lead', [rajesh]);
  records.put('visit', [
    { tab: 'completed', visitId: 'v1', leadId: 'l2', leadName: 'Asha', city: 'Satara' },
  ]);
  expect(knownLeads()).toEqual([rajesh]);
  expect(leadSummaries()).toEqual([rajesh]);
});

describe('the page of a lead that was never opened', () => {
  const seen = (kind: Kind, ...rows: readonly object[]) => records.put(kind, rows);

  it('shows what the rows of its follow-ups say, each once, the earliest first', () => {
    seen(
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

  it('shows its row before what else says its name, and what is planned as the agenda says', () => {
    seen('lead', { ...rajesh, name: 'Rajesh S. Patil', revision: 4 });
    seen('follow-up', followUp);
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
  ] as const)('shows who it is where it was seen as %s only', (kind, row, city) => {
    seen(kind, row);
    const lead = knownLead('l2');
    expect([lead?.name, lead?.city, lead?.status, lead?.followUps]).toEqual([
      'Asha Rao',
      city,
      undefined,
      undefined,
    ]);
  });

  it('shows who it is where it was seen on the map only', () => {
    queryClient.setQueryData(['visit-pins', {}], {
      items: [{ visitId: 'v1', leadId: 'l2', leadName: 'Asha Rao' }],
    });
    expect(knownLead('l2')?.name).toBe('Asha Rao');
  });

  it('is not there where nothing was seen of it', () => expect(knownLead('l3')).toBeUndefined());
});
