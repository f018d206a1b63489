/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { setIdentity } from '../lib/account/identity.js';
import { useNetwork } from '../lib/server/network.js';
import { startOutbox } from '../lib/outbox/outbox-sender.js';
import { queryClient } from '../lib/query-client.js';
import { type FromFollowUp, fromFollowUp } from '../follow-ups/complete-follow-up.js';
import { ZoneProvider } from '../ui/display/figures.js';
import { Toasts } from '../ui/feedback/toast.js';
import { useVisitForm } from './use-visit-form.js';
import { stopTimer, createTimer } from './visit-in-progress.js';

const anil = {
  leadId: '01980000-0000-7000-8000-00000000000a',
  name: 'Anil Kale',
  city: 'Pune',
  status: 'Contacted',
} as const;
const bela = {
  leadId: '01980000-0000-7000-8000-00000000000b',
  name: 'Bela Rao',
  city: 'Satara',
  status: 'New',
} as const;
const photo = {
  fileId: '01980000-0000-7000-8000-00000000000c',
  blob: new Blob(['pixels']),
  name: 'roof.jpg',
  uploaded: true,
};

beforeEach(() => {
  localStorage.clear();
  useNetwork.setState({ online: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  globalThis.fetch = jest.fn(
    async () =>
      ({ ok: true, status: 200, headers: new Headers(), json: async () => bela }) as Response,
  ) as typeof fetch;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const Providers = ({
  children,
  state,
}: {
  children: ReactNode;
  state?: FromFollowUp;
}): ReactNode => (
  <MemoryRouter initialEntries={[{ pathname: '/visits/new', state }]}>
    <QueryClientProvider client={queryClient}>
      <ZoneProvider value="Asia/Kolkata">
        {children}
        <Toasts />
      </ZoneProvider>
    </QueryClientProvider>
  </MemoryRouter>
);

const startedAt = Date.parse('2026-11-21T09:00:00Z');
const aMinuteLater = startedAt + 60_000;
const anilsTimer = createTimer(startedAt);
/** Discards the running visit to Anil for a new one to Bela. */
async function discardVisit() {
  const { result, rerender } = renderHook(
    ({ requestedLeadId }: { requestedLeadId: string | null }) => useVisitForm(requestedLeadId),
    {
      wrapper: Providers,
      initialProps: { requestedLeadId: null as string | null },
    },
  );
  await waitFor(() => expect(result.current.form.isRead).toBe(true));
  act(() => result.current.pickLead(anil));
  act(() => result.current.changeVisit({ placed: true, timer: anilsTimer }));
  act(() => {
    result.current.form.set('notes', 'Wants 5 kW');
    result.current.form.set('files', [photo]);
  });
  rerender({ requestedLeadId: bela.leadId });
  await waitFor(() =>
    expect(result.current.otherLead).toEqual({ leadId: bela.leadId, name: bela.name }),
  );
  act(() => result.current.discardVisit());
  await waitFor(() => expect(result.current.visit.beside.lead?.leadId).toBe(bela.leadId));
  expect(result.current.visit).toMatchObject({ notes: '', files: [] });
  return result;
}
const undo = async () =>
  userEvent.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!);

it('restores a visit that was discarded for another one with its own time, notes and photos, and asks again', async () => {
  const visit = await discardVisit();
  act(() => visit.current.form.set('place', { lat: 17.7, lng: 74 }));
  await undo();
  expect(visit.current.visit).toMatchObject({
    beside: { lead: { leadId: anil.leadId }, placed: true, timer: anilsTimer },
    notes: 'Wants 5 kW',
    files: [{ name: 'roof.jpg' }],
  });
  expect(visit.current.visit.place).toBeUndefined();
  expect(visit.current.otherLead).toEqual({ leadId: bela.leadId, name: bela.name });
});

it('restores nothing into a visit that has begun since', async () => {
  const visit = await discardVisit();
  act(() => visit.current.changeVisit({ timer: createTimer(aMinuteLater) }));
  await undo();
  expect(await screen.findByText('Another visit has begun since')).toBeDefined();
  expect(visit.current.visit).toMatchObject({
    beside: { lead: { leadId: bela.leadId } },
    notes: '',
    files: [],
  });
});

describe('a visit started from a follow-up', () => {
  const planned = { followUpId: '01980000-0000-7000-8000-00000000000d', dueOn: '2026-11-21' };
  let stop: () => void;
  const sent: (readonly [string, Record<string, unknown>])[] = [];
  beforeEach(() => {
    sent.length = 0;
    globalThis.fetch = jest.fn(async (path: string, init?: RequestInit) => {
      if (init?.method !== 'POST')
        return {
          ok: true,
          status: 200,
          headers: new Headers(),
          json: async () => bela,
        } as Response;
      sent.push([path, JSON.parse(String(init.body)) as Record<string, unknown>]);
      return {
        ok: true,
        status: 200,
        headers: new Headers(),
        json: async () => ({ id: bela.leadId, revision: 3, position: '3' }),
      } as Response;
    }) as typeof fetch;
    stop = startOutbox();
  });
  afterEach(() => stop());

  async function saveVisit({ leavesOpen = false } = {}) {
    const { result } = renderHook(() => useVisitForm(bela.leadId), {
      wrapper: ({ children }) => <Providers state={fromFollowUp(planned)}>{children}</Providers>,
    });
    await waitFor(() =>
      expect(result.current.visit.beside).toMatchObject({
        lead: { leadId: bela.leadId },
        followUp: planned,
      }),
    );
    act(() =>
      result.current.changeVisit({
        placed: true,
        timer: stopTimer(anilsTimer, aMinuteLater),
        leavesOpen,
      }),
    );
    await act(() => result.current.form.submit());
    expect(sent).toHaveLength(1);
    return sent[0]![1];
  }

  it('is sent as one command that completes it, and Undo schedules it again', async () => {
    expect(await saveVisit()).toMatchObject({
      leadId: bela.leadId,
      followUpId: planned.followUpId,
    });
    const toast = (await screen.findByText('Follow-up done')).parentElement!;
    await userEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sent.map(([path]) => path)).toEqual([
        '/api/commands/RecordVisit',
        '/api/commands/ScheduleFollowUp',
      ]),
    );
    expect(sent[1]![1]).toMatchObject({ leadId: bela.leadId });
  });

  it('leaves the follow-up open if the person chooses that', async () =>
    expect(await saveVisit({ leavesOpen: true })).not.toHaveProperty('followUpId'));
});

describe('the place of a visit', () => {
  const [here, there] = [
    { lat: 18.559, lng: 73.7868 },
    { lat: 17.68, lng: 74.0183 },
  ];
  /** Opens a visit to Anil, for which the device has found a location. */
  async function renderAtPlace(wanted: string | null = null) {
    const { result, rerender } = renderHook(
      ({ requestedLeadId }: { requestedLeadId: string | null }) => useVisitForm(requestedLeadId),
      {
        wrapper: Providers,
        initialProps: { requestedLeadId: wanted },
      },
    );
    await waitFor(() => expect(result.current.form.isRead).toBe(true));
    act(() => result.current.pickLead(anil));
    act(() => {
      result.current.form.set('place', here);
      result.current.form.set('accuracyMetres', 8);
    });
    act(() => result.current.changeVisit({ placed: true }));
    return { result, rerender };
  }
  const placeOf = ({ visit }: ReturnType<typeof useVisitForm>) => [
    visit.beside.placed,
    visit.place,
    visit.accuracyMetres,
  ];

  it('is requested again if a visit that has not begun changes its lead', async () => {
    const { result } = await renderAtPlace();
    act(() => result.current.pickLead(anil));
    expect(placeOf(result.current)).toEqual([true, here, 8]);
    act(() => result.current.pickLead(bela));
    expect(result.current.visit.beside.lead).toEqual(bela);
    expect(placeOf(result.current)).toEqual([false, undefined, undefined]);
  });

  it('is requested again if the address names another lead', async () => {
    const { result, rerender } = await renderAtPlace();
    rerender({ requestedLeadId: bela.leadId });
    await waitFor(() => expect(result.current.visit.beside.lead?.leadId).toBe(bela.leadId));
    expect(placeOf(result.current)).toEqual([false, undefined, undefined]);
  });

  it('stays with the visit, even if that moves to another lead', async () => {
    const { result } = await renderAtPlace();
    act(() => result.current.form.set('place', there));
    act(() => result.current.changeVisit({ timer: stopTimer(anilsTimer, aMinuteLater) }));
    act(() => result.current.pickLead(bela));
    expect(result.current.visit.beside.lead).toEqual(bela);
    expect(placeOf(result.current)).toEqual([true, there, 8]);
  });
});
