/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { HistoryEntry, RecordHistory } from '#domain/history/history.views.js';
import { MeProvider } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { HistoryPage } from './history-page.js';

const entry = (revision: number, type: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  eventId: `event-${revision}`,
  commandId: `command-${revision}`,
  hash: 'hash',
  type,
  at: `2026-11-2${revision}T06:00:00.000Z`,
  capturedAt: `2026-11-2${revision}T06:00:00.000Z`,
  data: {},
  people: {},
  revision,
  changes: [],
  ...more,
});
const history: RecordHistory = {
  items: [
    entry(3, 'LeadDeleted', { by: { id: 'asha', name: 'Asha' } }),
    entry(2, 'LeadPaused', { newer: true }),
    entry(1, 'LeadCreated', { by: { id: 'asha', name: 'Asha' } }),
  ],
  hasMore: false,
  total: 3,
  record: { city: 'Pune' },
  recordName: 'Rajesh Patil',
  newerFrom: 2,
};

beforeEach(() => {
  queryClient.clear();
  globalThis.fetch = jest.fn(async (path: unknown) =>
    Response.json(String(path).endsWith('/verified') ? { verifiedTo: 0, total: 3 } : history),
  ) as unknown as typeof fetch;
});
afterEach(cleanup);

function open(search: string): void {
  const me = {
    account: { id: 'me', name: 'Meera' },
    organization: { id: 'org', name: 'Org' },
    role: 'admin',
    rights: ['GET /api/history/:kind/:id'],
  } as unknown as Me;
  const page = <HistoryPage kind="lead" id="lead-1" back={{ to: '/leads', label: 'Back' }} />;
  const router = createMemoryRouter([{ path: 'leads/history', element: page }], {
    initialEntries: [`/leads/history${search}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MeProvider value={me}>
        <ZoneProvider value="Asia/Kolkata">
          <RouterProvider router={router} />
        </ZoneProvider>
      </MeProvider>
    </QueryClientProvider>,
  );
}

const NOTICE = /does not know event 2\..*Nothing is lost/;

test.each([
  ['the newest event', ''],
  ['the event that only a newer version knows', '?at=2'],
])('%s says that the fields lack it, and that nothing is lost', async (_, search) => {
  open(search);
  expect(await screen.findByText(NOTICE)).toBeTruthy();
  expect(screen.queryByText('Nothing that the screen shows changed by it.')).toBeNull();
  expect(
    screen.getAllByText(/does not know this entry\. Nothing is lost\./).length,
  ).toBeGreaterThan(0);
  expect(screen.queryByText(/amaged/)).toBeNull();
});

test('an earlier event has no such notice', async () => {
  open('?at=1');
  expect(await screen.findByText('Nothing that the screen shows changed by it.')).toBeTruthy();
  expect(screen.queryByText(NOTICE)).toBeNull();
});
