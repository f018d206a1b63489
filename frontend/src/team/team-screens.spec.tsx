/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { MeProvider } from '../lib/account/session.js';
import { queryClient } from '../lib/query-client.js';
import { useNetwork } from '../lib/server/network.js';
import { ClockProvider, ZoneProvider } from '../ui/display/figures.js';
import MemberPage from './member.page.js';
import TeamPage from './team.page.js';

const anil = {
  memberId: 'anil',
  name: 'Anil Kale',
  role: 'sales',
  phone: '+919876543210',
  joinedAt: '2026-03-01T06:00:00.000Z',
};
const followUp = (number: number) => ({
  followUpId: `call-${number}`,
  leadId: `lead-${number}`,
  leadName: `Asha ${number}`,
  tab: 'upcoming',
  status: 'Contacted',
  city: 'Pune',
  dueOn: '2026-04-08',
});
const visit = (day: string) => ({
  visitId: `visit-${day}`,
  leadId: 'lead-1',
  leadName: 'Asha 1',
  tab: 'completed',
  day,
  startedAt: `${day}T05:00:00.000Z`,
  durationMinutes: 40,
});
const emptyList = { items: [], hasMore: false, counts: {} };
let answers: Record<string, object>;
let requests: string[];
const originalFetch = globalThis.fetch;

beforeEach(() => {
  requests = [];
  answers = {
    '/api/team': { members: [anil, { ...anil, memberId: 'former', name: '' }] },
    '/api/leaderboard': {
      of: 2,
      items: [
        { memberId: 'anil', visits: 12, leads: 3, quotedPaise: 0, convertedPaise: 0 },
        { memberId: 'bina', visits: 20, leads: 1, quotedPaise: 0, convertedPaise: 0 },
      ],
    },
    '/api/follow-ups': {
      ...emptyList,
      items: [1, 2, 3, 4, 5, 6, 7].map(followUp),
      counts: { due: 7, overdue: 4 },
    },
    '/api/visits': {
      ...emptyList,
      items: [visit('2026-04-10'), visit('2026-04-07')],
      counts: { completed: 2 },
    },
  };
  useNetwork.setState({ online: true, isBrowserOffline: false });
  globalThis.fetch = (async (path: string) => {
    requests.push(path);
    const answer = answers[path.split('?')[0]!];
    return answer ? Response.json(answer) : new Response(null, { status: 404 });
  }) as never;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  globalThis.fetch = originalFetch;
});

/** Shows the screen of an address to a member with these rights, on 10 April 2026. */
function openScreen(address: string, rights: readonly string[]): void {
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={{ account: { id: 'meera' }, role: 'admin', rights } as never}>
          <ZoneProvider value="Asia/Kolkata">
            <ClockProvider value={Date.parse('2026-04-10T09:00:00.000Z')}>
              <Routes>
                <Route path="/team" element={<TeamPage />} />
                <Route path="/team/:memberId" element={<MemberPage />} />
              </Routes>
            </ClockProvider>
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
const linkTarget = (name: string | RegExp) =>
  screen.getByRole('link', { name }).getAttribute('href');
const cardOf = (title: string) =>
  screen.getByRole('heading', { name: title }).closest<HTMLElement>('.card')!;

test('the work of a member is requested only with the right to see it', async () => {
  openScreen('/team/anil', []);
  expect(await screen.findByText('Access Denied')).toBeDefined();
  expect(requests.filter((path) => !path.startsWith('/api/team'))).toEqual([]);
});

test('a person who is not in the team has no work to show', async () => {
  openScreen('/team/somebody', ['GET /api/needs-help']);
  expect(await screen.findByText('Not in the team')).toBeDefined();
  expect(requests.filter((path) => !path.startsWith('/api/team'))).toEqual([]);
});

test('figures and cards of a member lead to the lists of that member', async () => {
  openScreen('/team/anil', ['GET /api/needs-help']);
  expect(await screen.findByRole('heading', { name: 'Anil Kale' })).toBeDefined();
  expect(linkTarget('Call')).toBe('tel:+919876543210');
  const visits = await screen.findByRole('link', { name: /Visits, 30 days/ });
  expect(visits.textContent).toBe('Visits, 30 days122nd of 2, average 16');
  expect(visits.getAttribute('href')).toBe(
    '/visits?tab=completed&member=anil&from=2026-03-12&to=2026-04-10',
  );
  const linksToAll = screen.getAllByRole('link', { name: 'Show all' });
  expect(linksToAll.map((link) => link.getAttribute('href'))).toEqual([
    '/followups?group=due&member=anil',
    '/visits?tab=completed&member=anil',
  ]);
  const listRequests = requests.filter((path) => /follow-ups|visits/.test(path));
  expect(listRequests).toHaveLength(2);
  for (const path of listRequests) expect(path).toContain('member=anil');
});

test('a week in which an older quotation was lowered has no negative sum and no change', async () => {
  const week = { leads: 0, visits: 0, quotedPaise: 0, convertedPaise: 0 };
  const weeks = [-2_00_000_00, 5_00_000_00].map((quotedPaise) => ({ ...week, quotedPaise }));
  answers['/api/team-work'] = { members: [{ memberId: 'anil', weeks }] };
  openScreen('/team/anil', ['GET /api/needs-help', 'GET /api/team-work']);
  const text = await screen.findByText(/in 7 days/, { selector: 'a[href*="quoted"] span' });
  expect(text.textContent).toMatch(/^₹5\.00\sL in 7 days$/);
});

test('the map of visits opens on the last day with a visit', async () => {
  openScreen('/team/anil', ['GET /api/needs-help']);
  expect(await screen.findByText('Today on the map')).toBeDefined();
  cleanup();
  queryClient.clear();
  answers['/api/visits'] = { ...emptyList, items: [visit('2026-04-07')], counts: {} };
  openScreen('/team/anil', ['GET /api/needs-help']);
  expect(await screen.findByText('Last day on the map')).toBeDefined();
  expect(linkTarget('Last day on the map')).toBe(
    '/visits?tab=completed&member=anil&from=2026-04-07&to=2026-04-07&view=map',
  );
});

test('visits stand below their day, each with its time', async () => {
  openScreen('/team/anil', ['GET /api/needs-help']);
  await screen.findByText('Today');
  const rows = within(cardOf('Site Visits')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Asha 140m10:30 am',
    'Tue, 7 Apr',
    'Asha 140m10:30 am',
  ]);
});

test('a card shows the first five follow-ups', async () => {
  openScreen('/team/anil', ['GET /api/needs-help']);
  await screen.findByText('Asha 5');
  const rows = within(cardOf('Follow-ups')).getAllByRole('listitem');
  expect(rows).toHaveLength(5);
  expect(rows[0]?.textContent).toMatch(/^Asha 1Contacted·?Pune2 days overdue$/);
});

test('members link to their histories, and an erased one has no name', async () => {
  openScreen('/team', ['GET /api/history/:kind/:id']);
  const rows = within(await screen.findByRole('list', { name: 'Members (2)' }));
  expect(rows.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/settings/team/anil/history',
    '/settings/team/former/history',
  ]);
  expect(rows.getByText('a former member')).toBeDefined();
});

test('the team of the past is closed to members who may not read histories', async () => {
  openScreen('/team', ['GET /api/needs-help']);
  expect(await screen.findByText('Access Denied')).toBeDefined();
  expect(requests).toEqual([]);
});
