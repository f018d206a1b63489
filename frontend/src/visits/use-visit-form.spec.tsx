/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { becomes } from '../lib/identity.js';
import { useNetwork } from '../lib/network.js';
import { queryClient } from '../lib/query-client.js';
import { ZoneProvider } from '../ui/figures.js';
import { Toasts } from '../ui/toast.js';
import { useVisitForm } from './use-visit-form.js';
import { started } from './visit-in-progress.js';

const anil = { leadId: '01980000-0000-7000-8000-00000000000a', name: 'Anil Kale', city: 'Pune', status: 'Contacted' } as const;
const bela = { leadId: '01980000-0000-7000-8000-00000000000b', name: 'Bela Rao', city: 'Satara', status: 'New' } as const;
const photo = { fileId: '01980000-0000-7000-8000-00000000000c', blob: new Blob(['pixels']), name: 'roof.jpg', uploaded: true };

beforeEach(() => {
  localStorage.clear();
  useNetwork.setState({ online: true });
  becomes({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = jest.fn(async () => ({ ok: true, status: 200, headers: new Headers(), json: async () => bela }) as Response) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const Around = ({ children }: { children: ReactNode }): ReactNode => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <ZoneProvider value="Asia/Kolkata">
        {children}
        <Toasts />
      </ZoneProvider>
    </QueryClientProvider>
  </MemoryRouter>
);

const anilsTimer = started(1_700_000_000_000);
/** A visit to Anil runs, and one to Bela is asked for; Anil's is thrown away. */
async function discarded() {
  const { result, rerender } = renderHook(({ wanted }: { wanted: string | null }) => useVisitForm(wanted), {
    wrapper: Around,
    initialProps: { wanted: null as string | null },
  });
  await waitFor(() => expect(result.current.form.isRead).toBe(true));
  act(() => result.current.pick(anil));
  act(() => result.current.change({ placed: true, timer: anilsTimer }));
  act(() => {
    result.current.form.set('notes', 'Wants 5 kW');
    result.current.form.set('files', [photo]);
  });
  rerender({ wanted: bela.leadId });
  await waitFor(() => expect(result.current.other).toEqual({ leadId: bela.leadId, name: bela.name }));
  act(() => result.current.discard());
  await waitFor(() => expect(result.current.visit.beside.lead?.leadId).toBe(bela.leadId));
  expect(result.current.visit).toMatchObject({ notes: '', files: [] });
  return result;
}
const undo = () => userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);

it('gives the visit that was discarded for another one its own time, notes and photos back, and asks again', async () => {
  const visit = await discarded();
  act(() => visit.current.form.set('place', { lat: 17.7, lng: 74 }));
  await undo();
  expect(visit.current.visit).toMatchObject({
    beside: { lead: { leadId: anil.leadId }, placed: true, timer: anilsTimer },
    notes: 'Wants 5 kW',
    files: [{ name: 'roof.jpg' }],
  });
  expect(visit.current.visit.place).toBeUndefined();
  expect(visit.current.other).toEqual({ leadId: bela.leadId, name: bela.name });
});

it('puts nothing of it into a visit that has begun since', async () => {
  const visit = await discarded();
  act(() => visit.current.change({ timer: started(1_700_000_100_000) }));
  await undo();
  expect(await screen.findByText('Another visit has begun since')).toBeDefined();
  expect(visit.current.visit).toMatchObject({ beside: { lead: { leadId: bela.leadId } }, notes: '', files: [] });
});
