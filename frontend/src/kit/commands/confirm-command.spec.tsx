/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { setIdentity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { ConfirmCommand } from './confirm-command.js';

const locationId = '01980000-0000-7000-8000-00000000000a';
const refusalText =
  'A member or a pending invitation has this location. Choose another one for them first.';
const refusal = { status: 409, body: { code: 'location-in-use', detail: refusalText } };
const acceptance = { status: 200, body: { id: locationId, revision: 2, position: '2' } };
let answer: { readonly status: number; readonly body: object };
const sentCommands: [path: string, body: unknown][] = [];

beforeEach(() => {
  sentCommands.length = 0;
  answer = acceptance;
  useNetwork.setState({ online: true, isBrowserOffline: false });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = jest.fn(async (path: string, init?: RequestInit) => {
    sentCommands.push([path, JSON.parse(String(init?.body))]);
    const { status, body } = answer;
    return {
      ok: status === 200,
      status,
      headers: new Headers({ 'Content-Type': 'application/json' }),
      json: async () => body,
    } as Response;
  }) as typeof fetch;
});
afterEach(cleanup);

function Card(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <ConfirmCommand
        command="RemoveLocation"
        data={{ locationId }}
        open={open}
        onClose={() => setOpen(false)}
        title="Delete Baner?"
        text="It is gone at once."
        confirmLabel="Delete Location"
        cancelLabel="Keep location"
        failed="Failed to delete location"
        done="Location deleted"
      />
      <Toasts />
    </>
  );
}
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Ask' }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const expectClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

async function openDialog(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await ask();
  await screen.findByRole('alertdialog', { name: 'Delete Baner?' });
}

test('sends the command after confirmation, and closes the dialog', async () => {
  await openDialog();
  expect(sentCommands).toEqual([]);
  await press('Delete Location');
  await expectClosed();
  expect(sentCommands).toEqual([['/api/commands/RemoveLocation', { locationId }]]);
  await screen.findByText('Location deleted');
});

test('shows a refusal until the dialog is opened again', async () => {
  answer = refusal;
  await openDialog();
  await press('Delete Location');
  await screen.findByText(refusalText);
  await press('Keep location');
  await expectClosed();
  await ask();
  await screen.findByRole('alertdialog');
  expect(screen.queryByText(refusalText)).toBeNull();
});

test('a command cannot be confirmed offline', async () => {
  await openDialog();
  act(() => useNetwork.setState({ online: false, isBrowserOffline: true }));
  expect(screen.getByRole('button', { name: 'Delete Location' })).toHaveProperty('disabled', true);
});
