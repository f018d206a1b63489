/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { Me } from '#domain/accounts/account.views.js';
import { MeProvider, usePermissions } from '../../lib/account/session.js';
import { queryClient } from '../../lib/query-client.js';
import { Link } from '../../ui/buttons/link.js';
import { useToday, ZoneProvider } from '../../ui/display/figures.js';
import { TopBar } from '../../ui/layout/frame.js';
import { useListQuery } from '../lists/list-query.js';
import { HideOnPastDays } from '../records/past.js';
import { AsOfLink } from './as-of-link.js';
import { AsOfScreen } from './as-of-screen.js';

const lead = (number: number) => ({ leadId: `lead-${number}`, name: `Rajesh ${number}` });
let requestedPaths: string[];
let answers: (path: string) => Response;

beforeEach(() => {
  requestedPaths = [];
  answers = (path) =>
    Response.json(
      path.includes('after=')
        ? { items: [lead(2)], hasMore: false }
        : { items: [lead(1)], hasMore: true, next: 'cursor' },
    );
  queryClient.clear();
  globalThis.fetch = jest.fn(async (path: unknown) => {
    requestedPaths.push(String(path));
    return answers(String(path));
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

/** List like those of list pages: rows, links and actions. */
function Leads(): ReactNode {
  const list = useListQuery('/api/leads', { status: 'New' });
  return (
    <>
      <TopBar title="Leads" actions={<AsOfLink />} />
      <p>today is {useToday()}</p>
      {list.items.map(({ name }) => (
        <p key={name}>{name}</p>
      ))}
      {list.hasNextPage && <button onClick={list.fetchNextPage}>More</button>}
      <HideOnPastDays>
        <button>Add</button>
      </HideOnPastDays>
      {usePermissions()('CreateLead') && <button>Create</button>}
      <Link to="/leads/0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01">Record</Link>
      <Link to="/customers?stage=Paid">Customers</Link>
      <Link to="/visits">Visits</Link>
    </>
  );
}

function openScreen(address: string, rights = ['GET /api/history/:kind/:id', 'CreateLead']) {
  const me = {
    account: { id: 'me', name: 'Meera' },
    organization: { id: 'org', name: 'Org' },
    role: 'admin',
    rights,
  } as unknown as Me;
  const router = createMemoryRouter(
    [{ Component: AsOfScreen, children: [{ path: 'leads', Component: Leads }] }],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <MeProvider value={me}>
        <ZoneProvider value="Asia/Kolkata">
          <RouterProvider router={router} />
        </ZoneProvider>
      </MeProvider>
    </QueryClientProvider>,
  );
  return router;
}
const addressOf = (name: string) => screen.getByText(name).getAttribute('href');

test('shows the screen as of the day of the address, page after page', async () => {
  openScreen('/leads?asOf=2020-11-20');
  expect(await screen.findByText('Rajesh 1')).toBeDefined();
  expect(requestedPaths[0]).toBe('/api/leads?status=New&asOf=2020-11-20&clock=recorded');
  expect(screen.getByText('As of Fri, 20 Nov 2020')).toBeDefined();
  expect(screen.getByText('today is 2020-11-20')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByText('Rajesh 2')).toBeDefined();
  expect(screen.getByText('Rajesh 1')).toBeDefined();
});

test('steps from day to day, by both clocks, and back to now', async () => {
  const router = openScreen('/leads?asOf=2020-11-20&status=New');
  await screen.findByText('Rajesh 1');
  await userEvent.click(screen.getByRole('button', { name: 'Day before' }));
  await userEvent.click(screen.getByRole('button', { name: 'Happened' }));
  expect(requestedPaths.at(-1)).toBe('/api/leads?status=New&asOf=2020-11-19&clock=happened');
  expect(router.state.location.search).toBe('?asOf=2020-11-19&status=New&clock=happened');
  await userEvent.click(screen.getByRole('link', { name: 'Back to now' }));
  expect(router.state.location.search).toBe('?status=New');
  expect(await screen.findByRole('link', { name: 'As of a day' })).toBeDefined();
});

test('an emptied day field gets its day back, because past screens need a day', async () => {
  openScreen('/leads?asOf=2020-11-20');
  await screen.findByText('Rajesh 1');
  const day = screen.getByLabelText<HTMLInputElement>('Day');
  await userEvent.clear(day);
  await userEvent.tab();
  expect(day.value).toBe('Fri, 20 Nov 2020');
});

test('past screens have no actions, and their links stay on the past day', async () => {
  openScreen('/leads?asOf=2020-11-20');
  await screen.findByText('Rajesh 1');
  for (const name of ['Add', 'Create']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'As of a day' })).toBeNull();
  expect(addressOf('Record')).toBe('/leads/0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01/history');
  expect(addressOf('Customers')).toBe('/customers?stage=Paid&asOf=2020-11-20&clock=recorded');
  expect(addressOf('Visits')).toBeNull();
});

test('says which day the server reads, until it answers', async () => {
  const problem = (day: string, percent: number) =>
    Response.json(
      { status: 503, code: 'unavailable', detail: 'Reading', progress: { day, percent } },
      {
        status: 503,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0.05' },
      },
    );
  const readyAnswers = answers;
  answers = () => problem('2020-06-02', 40);
  openScreen('/leads?asOf=2020-11-20');
  expect(await screen.findByText(/^Reading Tue, 2 Jun 2020 … 40 %/)).toBeDefined();
  answers = readyAnswers;
  expect(await screen.findByText('Rajesh 1')).toBeDefined();
  expect(screen.queryByText(/^Reading/)).toBeNull();
});

test('a day that is not past falls back to yesterday', async () => {
  openScreen('/leads?asOf=2999-01-01');
  await screen.findByText('Rajesh 1');
  expect(requestedPaths.some((path) => path.includes('2999'))).toBe(false);
  expect(screen.getByRole('button', { name: 'Day after' })).toHaveProperty('disabled', true);
});

test('members who are no auditors see no past day, and query none', async () => {
  openScreen('/leads?asOf=2020-11-20', ['CreateLead']);
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeDefined();
  expect(requestedPaths).toEqual([]);
});
