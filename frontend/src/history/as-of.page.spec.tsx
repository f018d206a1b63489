/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import AsOfPage from './as-of.page.js';

const lead = (number: number) => ({
  leadId: `lead-${number}`,
  name: `Rajesh ${number}`,
  city: 'Pune',
  assignedTo: { id: 'asha', name: 'Asha' },
  quotedPaise: 0,
  status: 'New',
});
let asked: string[];

beforeEach(() => {
  asked = [];
  queryClient.clear();
  globalThis.fetch = jest.fn(async (path: unknown) => {
    asked.push(String(path));
    const isMore = String(path).includes('after=');
    const answer = isMore
      ? { items: [lead(2)], hasMore: false }
      : { items: [lead(1)], hasMore: true, next: 'cursor' };
    return Response.json(answer);
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

function open(search: string, rights = ['GET /api/history/:kind/:id']): void {
  const me = {
    account: { id: 'me', name: 'Meera' },
    organization: { id: 'org', name: 'Org' },
    role: 'admin',
    rights,
  } as unknown as Me;
  render(
    <MemoryRouter initialEntries={[`/audit/as-of${search}`]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <AsOfPage />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test('lists the leads of a past day, page after page, by the chosen clock', async () => {
  open('?day=2020-11-20&show=leads');
  expect(await screen.findByText('Rajesh 1')).toBeDefined();
  expect(asked[0]).toBe('/api/leads?asOf=2020-11-20&clock=recorded');
  expect(screen.getByText(/^As it stood at the end of Fri, 20 Nov 2020/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Rajesh 2')).toBeDefined();
  expect(screen.getByText('Rajesh 1')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Happened' }));
  expect(asked.at(-1)).toBe('/api/leads?asOf=2020-11-20&clock=happened');
});

test('a day to come and an unknown part fall back to yesterday’s figures', () => {
  open('?day=2999-01-01&show=moon');
  expect(screen.getByRole('button', { name: 'Figures', pressed: true })).toBeDefined();
  expect(asked.some((path) => path.includes('2999'))).toBe(false);
});

test('whoever is no auditor sees no past, and asks for none', () => {
  open('', []);
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeDefined();
  expect(asked).toEqual([]);
});
