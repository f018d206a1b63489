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

const visitTimes = { startedAt: '2026-11-21T05:00:00.000Z', endedAt: '2026-11-21T06:00:00.000Z' };

/** Answers requests for a history. */
function answerWith(answeredHistory: RecordHistory): void {
  globalThis.fetch = jest.fn(async (path: unknown) =>
    Response.json(
      String(path).endsWith('/verified') ? { verifiedTo: 0, total: 3 } : answeredHistory,
    ),
  ) as unknown as typeof fetch;
}

beforeEach(() => {
  queryClient.clear();
  answerWith(history);
});
afterEach(cleanup);

function openHistory(search: string): void {
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
])(
  '%s says that the fields lack an event of a newer version, and that nothing is lost',
  async (_, search) => {
    openHistory(search);
    expect(await screen.findByText(NOTICE)).toBeTruthy();
    expect(screen.queryByText('No field changed.')).toBeNull();
    expect(
      screen.getAllByText(/does not know this entry\. Nothing is lost\./).length,
    ).toBeGreaterThan(0);
    expect(screen.queryByText(/amaged/)).toBeNull();
  },
);

test('an earlier event has no such notice', async () => {
  openHistory('?at=1');
  expect(await screen.findByText('No field changed.')).toBeTruthy();
  expect(screen.queryByText(NOTICE)).toBeNull();
});

test.each([
  ['a note', 'NoteAdded', { activity: 'Call', note: 'Roof faces east' }],
  ['the notes of a visit', 'VisitRecorded', { notes: 'Roof faces east', ...visitTimes }],
])('an event shows %s', async (_, type, data) => {
  answerWith({ ...history, items: [entry(1, type, { data })], total: 1 });
  openHistory('');
  expect(await screen.findByText('Roof faces east')).toBeTruthy();
  expect(screen.queryByText('No field changed.')).toBeNull();
});

test('a text that the sentence names is not repeated', async () => {
  const data = { followUpId: 'due', reason: 'Owner is away' };
  answerWith({ ...history, items: [entry(1, 'FollowUpCancelled', { data })], total: 1 });
  openHistory('');
  expect((await screen.findAllByText(/Owner is away/)).map(({ tagName }) => tagName)).not.toContain(
    'P',
  );
  expect(screen.queryByText('No field changed.')).toBeNull();
});

test('the list says the status before and after an event', async () => {
  const items = [
    entry(2, 'LeadStatusChanged', {
      data: { to: 'Contacted' },
      changes: [{ field: 'status', before: 'New', after: 'Contacted' }],
    }),
    entry(1, 'LeadCreated', { changes: [{ field: 'status', after: 'New' }] }),
  ];
  const { newerFrom: _, ...historyOfThisBuild } = history;
  answerWith({ ...historyOfThisBuild, items, total: 2, record: { status: 'Contacted' } });
  openHistory('');
  expect(await screen.findAllByText(/New → Contacted/)).toHaveLength(1);
  expect(screen.queryByText(/→ New/)).toBeNull();
});

test('a follow-up that is the next one is said once', async () => {
  const dueOn = '2026-11-30';
  const changes = [
    { field: 'followUps', after: [{ followUpId: 'one', dueOn }] },
    { field: 'nextFollowUpOn', after: dueOn },
  ];
  const { newerFrom: _, ...historyOfThisBuild } = history;
  const record = { followUps: [{ followUpId: 'one', dueOn }], nextFollowUpOn: dueOn };
  const items = [entry(1, 'FollowUpScheduled', { data: { dueOn }, changes })];
  answerWith({ ...historyOfThisBuild, items, total: 1, record });
  openHistory('');
  const card = (await screen.findByRole('heading', { name: /^Next follow-up: 30 Nov/ })).closest(
    'section',
  )!;
  expect([...card.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Next follow-up',
  ]);
});

test('an event that changes photos and status shows both', async () => {
  const changes = [
    { field: 'status', before: 'New', after: 'Contacted' },
    { field: 'photos', before: ['first'], after: ['first', 'second'] },
  ];
  const { newerFrom: _, ...historyOfThisBuild } = history;
  const record = { status: 'Contacted', photos: ['first', 'second'] };
  const items = [entry(1, 'VisitRecorded', { data: visitTimes, changes })];
  answerWith({ ...historyOfThisBuild, items, total: 1, record });
  openHistory('');
  const photos = await screen.findByRole('heading', { level: 3, name: 'Photos' });
  const card = photos.closest('section')!;
  expect([...card.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Status',
    'Photos',
  ]);
});
