/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { MeProvider } from '../../lib/account/session.js';
import { useNetwork } from '../../lib/server/network.js';
import { queryClient } from '../../lib/query-client.js';
import ReassignWork from './reassign-work.js';

const rep = {
  memberId: 'anil',
  name: 'Anil Kumar',
  quietDays: 0,
  overdue: 1,
  unreplied: 0,
  unanswered: 1,
  undated: 0,
  unrepliedPaise: 0,
};
const me = { account: { id: 'me' }, role: 'admin', rights: [] } as never;
let requests: string[];
let isAnswering: boolean;
const originalFetch = globalThis.fetch;

beforeEach(() => {
  [requests, isAnswering] = [[], true];
  useNetwork.setState({ online: true, isBrowserOffline: false });
  globalThis.fetch = (async (path: string) => {
    requests.push(path.split('?')[0]!);
    if (!isAnswering) throw new TypeError('Failed to fetch');
    const row = { leadId: 'asha', followUpId: 'call', assignedTo: { id: 'anil' } };
    const members = [{ memberId: 'ravi', name: 'Ravi Kale', role: 'sales' }];
    return Response.json({ items: [row], members, hasMore: false, counts: {} });
  }) as never;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  globalThis.fetch = originalFetch;
});

const dialogOf = (person: object, { open }: { readonly open: boolean }) => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <MeProvider value={me}>
        <ReassignWork person={person as never} open={open} onClose={() => undefined} />
      </MeProvider>
    </QueryClientProvider>
  </MemoryRouter>
);
const isChosen = (name: string): boolean =>
  screen.getByRole<HTMLInputElement>('radio', { name }).checked;

test('requests only the chosen kind of work, and hides a kind of which none is left', async () => {
  const { rerender } = render(dialogOf(rep, { open: true }));
  expect(await screen.findByText('Reassign 1 lead')).toBeDefined();
  expect(isChosen('Overdue')).toBe(true);
  expect(requests).toContain('/api/follow-ups');
  expect(requests).not.toContain('/api/leads');
  rerender(dialogOf({ ...rep, overdue: 0 }, { open: false }));
  expect(requests).not.toContain('/api/leads');
  rerender(dialogOf({ ...rep, overdue: 0 }, { open: true }));
  await waitFor(() => expect(requests).toContain('/api/leads'));
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
    true,
  ]);
});

test('says that the leads did not load', async () => {
  isAnswering = false;
  render(dialogOf(rep, { open: true }));
  expect(await screen.findByText('Failed to load follow-ups')).toBeDefined();
  isAnswering = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Reassign 1 lead')).toBeDefined();
});

test('chooses nobody when it is opened again', async () => {
  const { rerender } = render(dialogOf(rep, { open: true }));
  await screen.findByText('Reassign 1 lead');
  const owner = () => screen.getByRole('combobox', { name: 'New owner' });
  await userEvent.click(owner());
  await userEvent.click(await screen.findByRole('option', { name: /Ravi Kale/ }));
  expect(owner().textContent).toContain('Ravi Kale');
  rerender(dialogOf(rep, { open: false }));
  rerender(dialogOf(rep, { open: true }));
  await screen.findByText('Reassign 1 lead');
  expect(owner().textContent).not.toContain('Ravi Kale');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reassign' }).disabled).toBe(true);
});
