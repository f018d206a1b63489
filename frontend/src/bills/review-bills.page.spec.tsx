/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { newId } from '../lib/server/api.js';
import { setIdentity } from '../lib/account/identity.js';
import { invalidateViews, queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Toasts } from '../ui/feedback/toast.js';
import ReviewBillsPage from './review-bills.page.js';

const meera = { id: newId(), name: 'Meera' };
const me = {
  account: meera,
  organization: { id: 'org', name: 'Org' },
  role: 'admin',
  rights: ['ApproveBill'],
} as unknown as Me;

afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.restoreAllMocks();
});

function renderPage(): void {
  setIdentity({ accountId: meera.id, organizationId: 'org' });
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <ReviewBillsPage />
            <Toasts />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test('chosen bills are approved at once; a refused one is named and stays chosen', async () => {
  const bills = [100_00, 200_00, 300_50].map((amountPaise, index) => ({
    billId: newId(),
    type: 'Fuel',
    amountPaise,
    spentOn: '2026-11-20',
    submittedBy: { id: newId(), name: ['Asha', 'Ravi', 'Sneha'][index] },
    submittedAt: '2026-11-20T09:30:00.000Z',
    status: 'Pending',
    revision: index + 1,
    history: [],
  }));
  let pending = bills;
  const sent: [id: string, revision: string | null][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (init?.method === 'POST') {
      const { billId } = JSON.parse(String(init.body)) as { billId: string };
      sent.push([billId, new Headers(init.headers).get('If-Match')]);
      if (billId === bills[1]!.billId)
        return Response.json(
          { code: 'revision-conflict', detail: 'Changed by somebody else' },
          { status: 412 },
        );
      pending = pending.filter((bill) => bill.billId !== billId);
      return Response.json({ id: billId, revision: 9, position: '9' });
    }
    if (/\/api\/bills\?/.test(String(address)))
      return Response.json({
        items: pending,
        hasMore: false,
        counts: { Pending: pending.length, Approved: 0, Rejected: 0 },
      });
    const opened = bills.find(({ billId }) => String(address).includes(billId));
    return Response.json(opened ?? { byMember: [], byType: [], members: [] });
  });
  renderPage();
  const user = userEvent.setup();
  await screen.findByRole('checkbox', { name: 'Choose ₹100, Asha, Fuel' });
  await user.keyboard('x');
  expect(screen.getByRole('button', { name: 'Approve 1, ₹100' })).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all 3' }));
  expect(screen.getByRole('button', { name: 'Approve 3, ₹600.50' })).toBeDefined();
  await user.keyboard('{Shift>}A{/Shift}');
  expect(await screen.findByText('2 bills approved')).toBeDefined();
  expect(sent).toEqual(bills.map(({ billId, revision }) => [billId, `"${revision}"`]));
  await invalidateViews(['bill-list']);
  expect(await screen.findByText(/^₹200, Ravi not approved: /)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Approve 1, ₹200' }));
  // the button disappears with the last chosen bill; keys still work
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Pending bills' }));
});

/** Opens the review while the server holds back the page after the first. */
function openWithHeldPage(firstCount: number) {
  const bills = [100_00, 200_00, 300_00].map((amountPaise) => ({
    billId: newId(),
    type: 'Fuel',
    amountPaise,
    spentOn: '2026-11-20',
    submittedBy: { id: newId(), name: 'Asha' },
    submittedAt: '2026-11-22T09:30:00.000Z',
    status: 'Pending',
    revision: 1,
    history: [],
  }));
  let answerNextPage = (): void => undefined;
  const nextPage = new Promise<void>((resolve) => {
    answerNextPage = resolve;
  });
  let isRefused = false;
  /** Lets the server refuse the next page until it is answered. */
  const refuseNextPage = (): void => {
    isRefused = true;
    answerNextPage();
    answerNextPage = () => {
      isRefused = false;
    };
  };
  const fetches = jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (!/\/api\/bills\?/.test(String(address))) {
      const opened = bills.find(({ billId }) => String(address).includes(billId));
      return Response.json(opened ?? { byMember: [], byType: [], members: [] });
    }
    const isFirstPage = !String(address).includes('after=');
    if (!isFirstPage) await nextPage;
    if (!isFirstPage && isRefused)
      return Response.json({ code: 'invalid-query', detail: 'Refused' }, { status: 400 });
    return Response.json({
      items: isFirstPage ? bills.slice(0, firstCount) : bills.slice(firstCount),
      hasMore: isFirstPage,
      ...(isFirstPage && {
        next: 'second',
        counts: { Pending: bills.length, Approved: 0, Rejected: 0 },
      }),
    });
  });
  renderPage();
  const waitForRequest = (): Promise<void> =>
    waitFor(() =>
      expect(fetches.mock.calls.some(([address]) => String(address).includes('after='))).toBe(true),
    );
  return { waitForRequest, answerNextPage: () => answerNextPage(), refuseNextPage };
}

test('the bills after the first page are reviewed and counted too', async () => {
  const { answerNextPage } = openWithHeldPage(2);
  expect(await screen.findByRole('checkbox', { name: 'Choose the first 2' })).toBeDefined();
  expect(screen.getByText('1 of 3')).toBeDefined();
  expect(screen.getByText(/Submitted on 22 Nov$/)).toBeDefined();
  answerNextPage();
  expect(await screen.findByRole('checkbox', { name: 'Choose all 3' })).toBeDefined();
});

test('while the next bills are fetched, not every bill is said to be decided', async () => {
  const { waitForRequest, answerNextPage } = openWithHeldPage(0);
  await waitForRequest();
  expect(screen.queryByText('Nothing to review')).toBeNull();
  answerNextPage();
  expect(await screen.findByRole('checkbox', { name: 'Choose all 3' })).toBeDefined();
  // keys work at once
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Pending bills' }));
});

test('a next page that fails for good is said, and can be fetched again', async () => {
  const { answerNextPage, refuseNextPage } = openWithHeldPage(2);
  const user = userEvent.setup();
  refuseNextPage();
  expect(await screen.findByText('The next rows could not be loaded.')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Choose the first 2' })).toBeDefined();
  answerNextPage();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('checkbox', { name: 'Choose all 3' })).toBeDefined();
  expect(screen.queryByText('The next rows could not be loaded.')).toBeNull();
});

test('a first page without bills gives way to the failure of the next one', async () => {
  const { answerNextPage, refuseNextPage } = openWithHeldPage(0);
  const user = userEvent.setup();
  refuseNextPage();
  expect(await screen.findByText('Failed to load bills')).toBeDefined();
  answerNextPage();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'Choose all 3' })).toBeDefined();
});
