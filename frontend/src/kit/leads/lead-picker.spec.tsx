/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { records } from '../../lib/records/device-cache.js';
import { LeadPicker, useWaitingLeads } from './lead-picker.js';

const PAGE_SIZE = 12;
const leads = Array.from({ length: 15 }, (_, index) => ({
  leadId: `lead-${index}`,
  name: `Lead ${index + 1}`,
  city: 'Pune',
  status: 'New',
  type: 'Owner',
  assignedTo: { id: 'asha', name: 'Asha' },
  createdOn: '2026-11-01',
  createdAt: new Date(1_000_000 - index).toISOString(),
  revision: 0,
}));

beforeEach(() => {
  useNetwork.setState({ online: true });
  globalThis.fetch = jest.fn(async (path: string) => {
    const start = Number(new URL(path, 'http://here').searchParams.get('after') ?? 0);
    const items = leads.slice(start, start + PAGE_SIZE);
    const hasMore = start + items.length < leads.length;
    const answer = {
      items,
      hasMore,
      ...(hasMore && { next: String(start + items.length) }),
      total: leads.length,
      counts: {},
    };
    return { ok: true, status: 200, headers: new Headers(), json: async () => answer } as Response;
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

it.each(['rao SUNITA', '098200 41004', '4100', 'Gardens, Phase', '\u200bसुनीता राव'])(
  'finds a waiting lead by %j, as the server would',
  (typed) => {
    const data = {
      leadId: 'on-its-way',
      firstName: 'Sunita',
      lastName: 'Rao',
      phone: '+919820041004',
      siteName: 'Gardens, Phase 2 (सुनीता राव)',
      city: 'Nagpur',
    };
    const item = { name: 'CreateLead', recordId: 'on-its-way', state: 'waiting', data };
    useOutboxState.setState({ items: [item as unknown as OutboxItem] });
    expect(renderHook(() => useWaitingLeads(typed)).result.current).toMatchObject([
      { leadId: 'on-its-way', name: 'Sunita Rao' },
    ]);
    expect(renderHook(() => useWaitingLeads(`${typed} 77`)).result.current).toEqual([]);
    useOutboxState.setState({ items: [] });
  },
);

it('shows how many of all leads are listed and how to find others, and loads more', async () => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <LeadPicker onPick={() => undefined} to="/visits/new" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByText('12 of 15')).toBeTruthy();
  expect(screen.getByText('Not here? Search by name, phone, city or site.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  await waitFor(() => expect(screen.getByText('15 leads')).toBeTruthy());
  expect(screen.getByText('Lead 15')).toBeTruthy();
  expect(screen.queryByText(/Not here/)).toBeNull();
});

it.each(['sharma', '98200-41009', '0091 98200 41009'])(
  'finds leads on this device by %j while the server cannot be reached',
  async (typed) => {
    const [lead] = leads;
    records.put('lead', [
      { ...lead, leadId: 'known', name: 'Asha Sharma', phone: '+919820041009' },
      {
        ...lead,
        leadId: 'of-another',
        name: 'Asha Sharma 2',
        assignedTo: { id: 'ravi', name: '' },
      },
      { ...lead, leadId: 'other', name: 'Kiran Rao', phone: '+919820041010' },
    ]);
    globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    render(
      <MemoryRouter>
        <QueryClientProvider client={queryClient}>
          <LeadPicker onPick={() => undefined} to="/visits/new" member="asha" />
        </QueryClientProvider>
      </MemoryRouter>,
    );
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search leads' }), typed);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByText('Asha Sharma')).toBeTruthy();
    expect(screen.getByText('Showing the leads on this device.')).toBeTruthy();
    await records.clear();
  },
);
