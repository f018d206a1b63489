/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { useNetwork } from '../lib/server/network.js';
import { queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { i18n } from '../words/i18n.js';
import BillsPage from './bills.page.js';

const me = {
  account: { id: 'me', name: 'Asha' },
  organization: { id: 'org', name: 'Org' },
  role: 'sales',
  rights: [],
} as unknown as Me;
const originalFetch = globalThis.fetch;
let queries: URLSearchParams[] = [];

beforeEach(() => {
  queries = [];
  useNetwork.setState({ online: true });
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  } as never;
  globalThis.fetch = (async (address: string) => {
    queries.push(new URL(address, 'http://localhost').searchParams);
    return Response.json({
      items: [],
      hasMore: false,
      counts: { Pending: 0, Approved: 0, Rejected: 0 },
    });
  }) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  globalThis.fetch = originalFetch;
  i18n.activate('en-IN');
});

const open = (path: string): void => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <BillsPage />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
};

const searchFor = async (q: string): Promise<URLSearchParams> => {
  open(`/bills?q=${encodeURIComponent(q)}`);
  await screen.findByText(
    (_, element) => element?.tagName === 'P' && element.textContent.includes(q),
  );
  return queries[0]!;
};

test('a search in Hindi sends the translated type names, because the server knows only the English ones', async () => {
  i18n.load(
    'hi-IN',
    JSON.parse(readFileSync('frontend/src/words/hi-IN.json', 'utf8')) as Record<string, string>,
  );
  i18n.activate('hi-IN');
  const params = await searchFor('खाना');
  expect(params.get('q')).toBe('खाना');
  expect(JSON.parse(params.get('typeNames')!)).toMatchObject({ Food: 'खाना', Stay: 'होटल' });
});

test('a search in English sends no type names', async () => {
  expect([...(await searchFor('food'))].map(([name]) => name)).toEqual(['q', 'status']);
});

test('the sum of bills waits for the bills of the chosen status', async () => {
  const sumsOfAll = { Pending: 145_000, Approved: 20_000, Rejected: 0 };
  const sumsOfMonth = { Pending: 45_000, Approved: 90_000, Rejected: 0 };
  const listWith = (bill: object): Response =>
    Response.json({
      paise: sumsOfAll,
      month: { month: '2026-11', paise: sumsOfMonth },
      items: [
        {
          type: 'Food',
          spentOn: '2026-11-20',
          submittedBy: { id: 'me', name: 'Asha' },
          submittedAt: '2026-11-20T06:00:00.000Z',
          revision: 1,
          ...bill,
        },
      ],
      hasMore: false,
      counts: { Pending: 1, Approved: 1, Rejected: 0 },
    });
  globalThis.fetch = (async () =>
    listWith({ billId: 'a', status: 'Pending', amountPaise: 45_000 })) as typeof fetch;
  open('/bills');
  expect(await screen.findByText('₹1,450 pending')).toBeDefined();
  expect(screen.getByText('Approved this month: ₹900')).toBeDefined();
  let answerRequest: (response: Response) => void = () => undefined;
  globalThis.fetch = (() => new Promise((resolve) => (answerRequest = resolve))) as typeof fetch;
  await userEvent.click(screen.getByRole('tab', { name: /^Approved/ }));
  expect(await screen.findByRole('status', { name: 'Loading bills' })).toBeDefined();
  expect(screen.queryByText(/^₹1,450/)).toBeNull();
  answerRequest(listWith({ billId: 'b', status: 'Approved', amountPaise: 20_000 }));
  expect(await screen.findByText('₹200 approved')).toBeDefined();
});
