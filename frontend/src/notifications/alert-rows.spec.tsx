/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { MeProvider } from '../lib/account/session.js';
import { queryClient } from '../lib/query-client.js';
import { useNetwork } from '../lib/server/network.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Toasts } from '../ui/feedback/toast.js';
import { AlertRows } from './alert-rows.js';
import { groupAlerts } from './alert-groups.js';

const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Suryodaya' },
  role: 'admin',
  rights: ['ApproveBill'],
} as never;
const lead = { name: 'Ravi Patil', city: 'Pune', phone: '+919822041736', status: 'Quoted' };
const alertOf = (kind: string, isRead: boolean, more: object) => ({
  alertId: kind,
  on: '2026-11-28',
  type: 'lead',
  about: { kind, leadId: 'ravi', billId: 'bill', dueOn: '2026-11-28' },
  by: { id: 'anil', name: 'Anil' },
  at: '2026-11-28T04:00:05.000Z',
  isRead,
  ...more,
});
const alertsWith = (isRead: boolean) => [
  alertOf('quotation-accepted', isRead, { lead }),
  alertOf('quotation-question', isRead, { lead }),
  alertOf('bill-submitted', isRead, {
    bill: { status: 'Pending', revision: 1, amountPaise: 5_000, type: 'Travel' },
  }),
];

let sent: (string | undefined)[];
const originalFetch = globalThis.fetch;
const preventNavigation = (event: Event): void => event.preventDefault();
beforeEach(() => {
  sent = [];
  globalThis.fetch = (async (path: string) => {
    sent.push(path.split('/').at(-1));
    return Response.json({ id: 'x', revision: 2, position: '1' });
  }) as never;
  // jsdom cannot follow tel:
  globalThis.addEventListener('click', preventNavigation);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useNetwork.setState({ online: true, isBrowserOffline: false });
  globalThis.removeEventListener('click', preventNavigation);
  globalThis.fetch = originalFetch;
});

function show(alerts: readonly object[], { sharesRows = false } = {}): void {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <AlertRows
              days={groupAlerts(alerts as never, () => '2026-11-28', { sharesRows })}
              hasMore={false}
            />
            <Toasts />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

async function pressActions(isRead: boolean): Promise<void> {
  show(alertsWith(isRead));
  await userEvent.click(screen.getByRole('link', { name: 'Call Ravi Patil' }));
  await userEvent.click(screen.getByRole('link', { name: 'Convert Lead' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve Bill' }));
}

test('an action marks its alert as read', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  await pressActions(false);
  await waitFor(() => expect(sent.filter((name) => name === 'ReadAlert')).toHaveLength(3));
});

test('an action on a read alert sends nothing more', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  await pressActions(true);
  await screen.findByText('Bill approved');
  expect(sent).toEqual(['ApproveBill']);
});

test('an action offline sends nothing and reports no failure', async () => {
  useNetwork.setState({ online: false, isBrowserOffline: true });
  await pressActions(false);
  expect(sent).toEqual([]);
  expect(screen.queryByText(/Failed/)).toBeNull();
});

const assigned = (leadId: string, name: string) =>
  alertOf('lead-assigned', false, {
    alertId: leadId,
    about: { kind: 'lead-assigned', leadId },
    lead: { ...lead, name },
  });

test('leads that one member assigned unfold, and are read when folded again', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  show([assigned('ravi', 'Ravi Patil'), assigned('mina', 'Mina Joshi')], { sharesRows: true });
  const row = screen.getByRole('button', { name: '2 leads assigned by Anil' });
  expect(screen.queryByRole('link', { name: 'Mina Joshi' })).toBeNull();
  await userEvent.click(row);
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('link', { name: 'Mina Joshi' }).getAttribute('href')).toBe('/leads/mina');
  expect(screen.getByRole('link', { name: 'Call Ravi Patil' })).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(row);
  expect(screen.queryByRole('link', { name: 'Mina Joshi' })).toBeNull();
  await waitFor(() => expect(sent).toEqual(['ReadAlert', 'ReadAlert']));
});

test('following an unfolded lead marks its alert alone as read', async () => {
  useNetwork.setState({ online: true, isBrowserOffline: false });
  show([assigned('ravi', 'Ravi Patil'), assigned('mina', 'Mina Joshi')], { sharesRows: true });
  await userEvent.click(screen.getByRole('button', { name: '2 leads assigned by Anil' }));
  await userEvent.click(screen.getByRole('link', { name: 'Mina Joshi' }));
  await waitFor(() => expect(sent).toEqual(['ReadAlert']));
});
