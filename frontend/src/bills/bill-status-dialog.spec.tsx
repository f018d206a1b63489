/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import type { BillItem } from '#domain/bills/bill.views.js';
import { newId } from '../lib/server/api.js';
import { setIdentity } from '../lib/account/identity.js';
import { invalidateViews, queryClient } from '../lib/query-client.js';
import { MeProvider } from '../lib/account/session.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Toasts } from '../ui/feedback/toast.js';
import BillStatusDialog from './bill-status-dialog.js';

const [meera, anil, zubin] = ['Meera', 'Anil', 'Zubin'].map((name) => ({ id: newId(), name }));
const me = {
  account: meera,
  organization: { id: 'org', name: 'Org' },
  role: 'admin',
  rights: [],
} as unknown as Me;
const submittedAt = '2026-11-20T09:30:00.000Z';

afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.restoreAllMocks();
});

/**
 * Opens the dialog with a server that runs the command and loses its answer.
 * @param decided bill after the command
 */
function openDialog(decided: Partial<BillItem>) {
  setIdentity({ accountId: meera!.id, organizationId: 'org' });
  const bill = {
    billId: newId(),
    type: 'Fuel',
    amountPaise: 450_00,
    spentOn: '2026-11-20',
    submittedBy: anil,
    submittedAt,
  } as const;
  let storedBill = { ...bill, status: 'Pending', revision: 1 } as BillItem;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'POST') return Response.json({ ...storedBill, history: [] });
    storedBill = { ...storedBill, ...decided, revision: 2 };
    throw new TypeError('cut');
  });
  const onClose = jest.fn();
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MeProvider value={me}>
          <ZoneProvider value="Asia/Kolkata">
            <BillStatusDialog bill={storedBill} open onClose={onClose} />
            <Toasts />
          </ZoneProvider>
        </MeProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { onClose, user: userEvent.setup() };
}

const failureText = /^Failed to update bill status/;

test('closes when the bill shows the approval whose answer was lost', async () => {
  const { onClose, user } = openDialog({ status: 'Approved', decidedBy: meera! });
  await user.click(await screen.findByRole('button', { name: 'Approve Bill' }));
  expect(await screen.findByText('Approved by Meera')).toBeTruthy();
  expect(onClose).toHaveBeenCalled();
  expect(screen.queryByText(failureText)).toBeNull();
});

test('closes when the bill shows the rejection whose answer was lost, and drops its reason', async () => {
  const { onClose, user } = openDialog({
    status: 'Rejected',
    reason: 'No number',
    decidedBy: meera!,
  });
  await user.type(await screen.findByLabelText('Rejection reason'), 'No number');
  await user.click(screen.getByRole('button', { name: 'Reject Bill' }));
  await screen.findByText(failureText);
  await act(() => invalidateViews(['bill-list']));
  expect(await screen.findByText('Rejected: No number')).toBeTruthy();
  expect(onClose).toHaveBeenCalled();
  expect(screen.queryByText(failureText)).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Rejection reason').value).toBe('');
});

test('decides nothing once the bill was erased meanwhile, and keeps what was typed', async () => {
  const { user } = openDialog({ status: 'Rejected', decidedBy: zubin!, isErased: true });
  const reason = await screen.findByLabelText('Rejection reason');
  await user.type(reason, 'No number');
  await user.click(screen.getByRole('button', { name: 'Approve Bill' }));
  expect(await screen.findByText(/^The note and picture of this bill were erased/)).toBeTruthy();
  for (const name of ['Approve Bill', 'Reject Bill'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  expect(reason).toHaveProperty('value', 'No number');
  expect(screen.queryByText(failureText)).toBeNull();
});

test('reports a failure if another admin has decided meanwhile', async () => {
  const { onClose, user } = openDialog({ status: 'Approved', decidedBy: zubin! });
  await user.click(await screen.findByRole('button', { name: 'Approve Bill' }));
  expect(await screen.findByText('Approved by Zubin')).toBeTruthy();
  expect(screen.getByText(failureText)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
