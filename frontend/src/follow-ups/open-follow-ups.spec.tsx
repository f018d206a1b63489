/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { Today } from '../dashboard/today.js';
import { LeadFollowUps } from './lead-follow-ups.js';
import { setIdentity } from '../lib/account/identity.js';
import { useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import type { OutboxItem } from '../lib/outbox/outbox-item.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { ZoneProvider } from '../ui/display/figures.js';
import FollowUpsPage from './follow-ups.page.js';
import VisitsPage from '../visits/visits.page.js';

const zone = 'Asia/Kolkata';
const today = dayIn(zone, new Date().toISOString());
const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const by = { id: 'me', name: 'Asha' };
const plannedFollowUp = (followUpId: string, note: string) => ({
  tab: 'upcoming',
  followUpId,
  note,
  leadId: 'lead',
  leadName: 'Rajesh Patil',
  phone: '+919822041736',
  city: 'Pune',
  dueOn: today,
  status: 'New',
  type: 'Owner',
  assignedTo: by,
  by,
  at: new Date().toISOString(),
});
const followUps = [
  plannedFollowUp('done', 'Measure the roof'),
  plannedFollowUp('open', 'Bring the samples'),
];
const lead = { leadId: 'lead', name: 'Rajesh Patil', followUps } as unknown as KnownLead;

beforeEach(() => {
  useNetwork.setState({ online: true });
  useOutboxState.setState({ items: [], sent: [] });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'org' });
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    if (init?.method === 'POST') throw new TypeError('Failed to fetch');
    const answer = {
      items: followUps,
      hasMore: false,
      today,
      counts: { All: 2, due: 2, upcoming: 2 },
    };
    return { ok: true, status: 200, headers: new Headers(), json: async () => answer } as Response;
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const show = (screenNode: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value={zone}>{screenNode}</ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
const setOutbox = (name: OutboxItem['name'], state: OutboxItem['state'] = 'waiting') =>
  useOutboxState.setState({
    items: [
      {
        commandId: 'c',
        name,
        state,
        recordId: 'lead',
        data: { followUpId: 'done' },
      } as unknown as OutboxItem,
    ],
  });

const screens = [
  ['Today', () => <Today />],
  ['the agenda', () => <FollowUpsPage />],
  ['the planned visits', () => <VisitsPage />],
  ['its lead', () => <LeadFollowUps lead={lead} isSent />],
] as const;

it.each(screens)(
  'a follow-up that a waiting command closes is not shown as open on %s',
  async (_, renderScreen) => {
    for (const name of ['CompleteFollowUp', 'RecordVisit', 'CancelFollowUp'] as const) {
      setOutbox(name);
      show(renderScreen());
      await screen.findByText('Bring the samples');
      expect(screen.queryByText('Measure the roof')).toBeNull();
      cleanup();
    }
    setOutbox('CompleteFollowUp', 'refused');
    show(renderScreen());
    expect(await screen.findByText('Measure the roof')).toBeDefined();
  },
);

it('completes a follow-up offline only once, because its card disappears', async () => {
  show(<FollowUpsPage />);
  await screen.findByText('Measure the roof');
  await userEvent.click(screen.getAllByRole('button', { name: 'Mark Complete' })[0]!);
  await waitFor(() => expect(screen.queryByText('Measure the roof')).toBeNull());
  expect(screen.getByText('Bring the samples')).toBeDefined();
  expect(useOutboxState.getState().items).toHaveLength(1);
});
