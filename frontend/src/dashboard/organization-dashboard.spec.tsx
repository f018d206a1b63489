/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { storeAnswers, tabCache } from '../lib/records/device-cache.js';
import { setIdentity } from '../lib/account/identity.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { OrganizationDashboard } from './organization-dashboard.js';

const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const figures = {
  leads: { total: 47, byStatus: {} },
  followUpsDue: 0,
  undated: 0,
  week: { leads: 1, visits: 1, customers: 1 },
  visits: 3,
  customers: 2,
  recentLeads: [],
  recentActivity: [],
};
const answers: Readonly<Record<string, object>> = {
  '/api/dashboard': figures,
  '/api/leaderboard': { items: [], of: 1 },
  '/api/money': {
    from: '2026-11-01',
    to: '2026-11-29',
    quoted: { leads: 0, paise: 0 },
    won: { leads: 0, paise: 0, paiseBefore: 0, paiseOfWholeBefore: 0 },
    bills: { pending: 0, paise: 0 },
  },
};

/** Answers requests by `answers` with these changes; other answers are empty. */
function answerWith(changes: Readonly<Record<string, object>> = {}) {
  const fetches = jest.spyOn(globalThis, 'fetch');
  const answerOf: Readonly<Record<string, object | undefined>> = { ...answers, ...changes };
  const emptyAnswer = { items: [], members: [], hasMore: false, counts: { due: 0 } };
  fetches.mockImplementation(async (path) => Response.json(answerOf[String(path)] ?? emptyAnswer));
  return fetches;
}

beforeAll(() => storeAnswers());
afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.restoreAllMocks();
});

const open = (role: Me['role'] = 'sales') =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={{ ...me, role }}>
          <ZoneProvider value="Asia/Kolkata">
            <OrganizationDashboard />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );

test('shows stored figures while the server does not answer', async () => {
  setIdentity({ accountId: 'me', organizationId: 'org' });
  const fetches = answerWith();
  open();
  await screen.findByText('Site Visits');
  cleanup();
  await tabCache.flush();
  queryClient.clear();
  await tabCache.restore();
  fetches.mockImplementation(() => new Promise(() => undefined));
  open();
  expect(screen.getByText('Site Visits')).toBeTruthy();
});

test('a new rep without own leads sees the leaderboard of the team', async () => {
  const noRecords = { leads: { total: 0, byStatus: {} }, visits: 0, customers: 0 };
  answerWith({
    '/api/dashboard': { ...figures, ...noRecords },
    '/api/leaderboard': { items: [], of: 4 },
  });
  open();
  expect(await screen.findByText('Sales Rep Leaderboard')).toBeTruthy();
  expect(screen.getByText('Your Recent Activity')).toBeTruthy();
  // due follow-ups stand in the card of today, not among the figures
  expect(screen.queryByText('Follow-ups due')).toBeNull();
});

test('won money names its change since the same days of the month before', async () => {
  const won = { leads: 3, paise: 76_000, paiseBefore: 100_000, paiseOfWholeBefore: 120_000 };
  answerWith({ '/api/money': { ...answers['/api/money'], won } });
  open();
  const tile = await screen.findByRole('link', { name: /^Won this month/ });
  expect(tile.textContent).toContain('▼\u00a024% on 1–29\u00a0Oct, ₹1,000');
});

test('an activity that sets a lead’s status names the new status', async () => {
  const activityEntry = (entryId: string, noted: object) => ({
    entryId,
    leadId: entryId,
    leadName: entryId,
    by: me.account,
    noted,
    at: '2026-11-29T06:00:00.000Z',
  });
  const recentActivity = [
    activityEntry('Anil Kale', { type: 'LeadStatusChanged', to: 'Quoted' }),
    activityEntry('Bina Shah', {
      type: 'VisitRecorded',
      note: 'Roof measured',
      brings: 'Contacted',
    }),
    activityEntry('Chetan Rao', { type: 'LeadConverted' }),
  ];
  answerWith({ '/api/dashboard': { ...figures, recentActivity } });
  open();
  const findText = async (name: RegExp): Promise<string | null> =>
    (await screen.findByRole('link', { name })).textContent;
  expect(await findText(/Anil Kale/)).toMatch(/Status changed to\s*Quoted$/);
  expect(await findText(/Bina Shah/)).toMatch(
    /Lead status updated to\s*Contacted\s*Roof measured$/,
  );
  expect(await findText(/Chetan Rao/)).toMatch(/Status changed to\s*Converted$/);
  expect(document.querySelector('[href="/leads/Anil Kale"] .sr-only')).toBeNull();
  // outside the cut text
  for (const statusText of screen.getAllByText(/^(Status changed|Lead status updated) to/))
    expect(statusText.closest('.truncate')).toBeNull();
});

test('an admin reads who did what to which lead in one sentence', async () => {
  const activityEntry = (leadName: string, noted: object, by = 'Imran Shaikh') => ({
    entryId: leadName,
    leadId: leadName,
    leadName,
    by: { id: by, name: by },
    noted,
    at: '2026-11-29T06:00:00.000Z',
  });
  const recentActivity = [
    activityEntry('Anil Kale', { type: 'LeadStatusChanged', to: 'Quoted' }),
    activityEntry('Bina Shah', { type: 'VisitRecorded', note: 'Roof measured' }),
    activityEntry('Chetan Rao', { type: 'LeadLost', reason: 'Price too high' }, ''),
  ];
  answerWith({ '/api/dashboard': { ...figures, recentActivity } });
  open('marketing');
  const findHeadline = async (name: RegExp): Promise<string | null> =>
    (await screen.findByRole('link', { name })).querySelector('.truncate')!.textContent;
  expect(await findHeadline(/Anil Kale/)).toBe('Imran quoted Anil Kale');
  expect(await findHeadline(/Bina Shah/)).toBe('Imran visited Bina Shah');
  expect(await findHeadline(/Chetan Rao/)).toBe('Former member lost Chetan Rao');
});
