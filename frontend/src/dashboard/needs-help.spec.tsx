/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { MeProvider } from '../lib/account/session.js';
import { queryClient } from '../lib/query-client.js';
import { NeedsHelp } from './needs-help.js';

const me = { account: { id: 'me' }, role: 'admin', rights: ['ReassignLead'] } as never;

afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.restoreAllMocks();
});

function open(answers: Readonly<Record<string, object>>): void {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (path) => Response.json(answers[String(path)]));
  show();
}

function show(): void {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <NeedsHelp isWaiting={false} due={2} />
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const DAY_MS = 86_400_000;

test('links to due follow-ups; without a visit, a new member’s row says “yet”, and an older member’s row says the known days', async () => {
  const noGaps = { unanswered: 0, undated: 0, unreplied: 0, unrepliedPaise: 0 };
  const person = (memberId: string, name: string) => ({ memberId, name, overdue: 1, ...noGaps });
  const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const answers: Readonly<Record<string, object>> = {
    '/api/needs-help': {
      members: [person('anil', 'Anil Kumar'), person('deepa', 'Deepa Shah')],
      ...noGaps,
    },
    '/api/team': {
      members: [
        { memberId: 'anil', name: 'Anil Kumar', joinedAt: daysAgo(2) },
        { memberId: 'deepa', name: 'Deepa Shah', joinedAt: daysAgo(90) },
      ],
    },
  };
  open(answers);
  await screen.findByText('No visit in 30 days');
  const due = screen.getByRole('link', { name: '2 follow-ups due' });
  expect(due.getAttribute('href')).toBe('/followups?group=due');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => row.querySelector('th .meta')?.textContent)).toEqual([
    'No visit yet',
    'No visit in 30 days',
  ]);
});

test('a column marks its largest figure on each rep who has it, unless all have it', async () => {
  const person = (
    memberId: string,
    unreplied: number,
    unrepliedPaise: number,
    unanswered: number,
  ) => ({
    memberId,
    name: memberId,
    overdue: 1,
    unanswered,
    undated: 0,
    unreplied,
    unrepliedPaise,
  });
  const members = [
    person('Asha Rao', 53, 535_000_000, 2),
    person('Sneha Patil', 54, 507_000_000, 2),
    person('Imran Shaikh', 7, 90_000_000, 1),
  ];
  open({
    '/api/needs-help': { members, unanswered: 0, undated: 0, unreplied: 0, unrepliedPaise: 0 },
    '/api/team': { members: [] },
  });
  const cells = await screen.findAllByRole('link', {
    name: /, (Asha Rao|Sneha Patil|Imran Shaikh)$/,
  });
  // without leads with gaps, there is one card, which lists the reps
  expect(screen.getByRole('region', { name: 'Who needs help' }).contains(cells[0]!)).toBe(true);
  expect(screen.queryByRole('region', { name: 'By rep' })).toBeNull();
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '1',
    '53₹53.50\u00a0L',
    '2',
    '1',
    '54₹50.70\u00a0L',
    '2',
    '1',
    '7₹9.00\u00a0L',
    '1',
  ]);
  const marked = cells.filter((cell) => cell.querySelector('.text-warning-ink'));
  expect(marked.map(({ textContent }) => textContent)).toEqual(['2', '54₹50.70\u00a0L', '2']);
});

test('leads with gaps and reps have a card each, and a rep’s work is reassigned from the menu', async () => {
  const gaps = { unanswered: 3, undated: 0, unreplied: 0, unrepliedPaise: 0 };
  open({
    '/api/needs-help': {
      members: [{ memberId: 'anil', name: 'Anil Kumar', overdue: 0, ...gaps }],
      ...gaps,
    },
    '/api/team': { members: [] },
  });
  const repCard = await screen.findByRole('region', { name: 'By rep' });
  const gapCard = screen.getByRole('region', { name: 'Who needs help' });
  expect(await within(gapCard).findByRole('link', { name: '3 leads unanswered' })).toBeTruthy();
  expect(within(gapCard).queryByRole('table')).toBeNull();
  expect(
    within(repCard)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0', '0', '3', '0', '']);
  await userEvent.click(within(repCard).getByRole('button', { name: 'More for Anil Kumar' }));
  expect(
    await screen.findByRole('menuitem', { name: 'Reassign leads of Anil Kumar' }),
  ).toBeTruthy();
});

test('a failure is shown in the card, which keeps its title', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ code: 'forbidden', detail: 'Not allowed' }, { status: 403 }),
    );
  show();
  const failure = await screen.findByRole('heading', { name: 'Failed to load who needs help' });
  const card = screen.getByRole('heading', { name: 'Who needs help' }).closest('.card');
  expect(card?.contains(failure)).toBe(true);
});
