/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { Me } from '#domain/accounts/account.views.js';
import { openDatabase } from '../../lib/database.js';
import { MeProvider } from '../../lib/account/session.js';
import { setIdentity, identity } from '../../lib/account/identity.js';
import { useNetwork } from '../../lib/server/network.js';
import { reloadOutbox, useOutboxState } from '../../lib/outbox/outbox.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { outboxStore } from '../../lib/outbox/outbox-store.js';
import { queryClient } from '../../lib/query-client.js';
import { records } from '../../lib/records/device-cache.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { DiscardDialog } from './discard-dialog.js';
import { ResubmitDialog } from './resubmit-dialog.js';

const leadId = '01980000-0000-7000-8000-00000000000a';
const followUpOn = '2026-11-20';

/** Stores a refused command in the outbox; by default a note. */
async function storeRefused(changes: Partial<OutboxItem> = {}): Promise<OutboxItem> {
  const { accountId, organizationId } = identity();
  const commandId = crypto.randomUUID();
  const item: OutboxItem = {
    commandId,
    name: 'AddNote',
    data: { leadId, noteId: crypto.randomUUID(), note: 'Roof measured', followUpOn },
    recordId: leadId,
    recordName: 'Rajesh Patil',
    files: [],
    capturedAt: '2026-11-20T06:00:00.000Z',
    accountId: accountId!,
    organizationId: organizationId!,
    sequence: 1,
    state: 'refused',
    problem: {
      status: 409,
      code: 'too-many-notes',
      detail: 'This lead has too many notes',
      fields: {},
    },
    tries: 1,
    notBefore: 0,
    ...changes,
  };
  await outboxStore.add(() => item, new Map());
  await reloadOutbox();
  return item;
}

beforeEach(() => {
  useNetwork.setState({ online: false, isBrowserOffline: true });
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
});
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await records.clear();
  jest.restoreAllMocks();
});

const me = {
  account: { id: 'asha', name: 'Asha Kulkarni' },
  organization: { id: 'suryodaya', name: 'Suryodaya Solar' },
  role: 'sales',
} as Me;

const Providers = ({ children }: { children: ReactNode }): ReactNode => (
  <MemoryRouter>
    <QueryClientProvider client={queryClient}>
      <MeProvider value={me}>
        <ZoneProvider value="Asia/Kolkata">{children}</ZoneProvider>
      </MeProvider>
    </QueryClientProvider>
  </MemoryRouter>
);
const openDialog = (item: OutboxItem) =>
  render(<ResubmitDialog item={item} onClose={cleanup} />, { wrapper: Providers });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const confirmDiscard = async () =>
  userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
const readDraftKeys = async () => (await openDatabase()).getAllKeys('drafts');
const untilDraftStored = () => waitFor(async () => expect(await readDraftKeys()).not.toEqual([]));

describe('a refused note', () => {
  it('keeps typed text after its dialog closes, until it is sent', async () => {
    const item = await storeRefused();
    openDialog(item);
    expect(field().value).toBe('Roof measured');
    await userEvent.type(field(), ', 40 by 60');
    await untilDraftStored();
    cleanup();

    openDialog(item);
    await waitFor(() => expect(field().value).toBe('Roof measured, 40 by 60'));
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    // The resubmitted note keeps its other fields, and the day of its capture.
    await waitFor(() =>
      expect(useOutboxState.getState().items).toMatchObject([
        {
          state: 'waiting',
          capturedAt: item.capturedAt,
          data: { ...item.data, note: 'Roof measured, 40 by 60' },
        },
      ]),
    );
    await waitFor(async () => expect(await readDraftKeys()).toEqual([]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is resent under its own id if unchanged', async () => {
    const item = await storeRefused();
    openDialog(item);
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() =>
      expect(useOutboxState.getState().items).toMatchObject([
        { state: 'waiting', commandId: item.commandId },
      ]),
    );
  });

  it('says that it could not be discarded, and keeps it', async () => {
    const item = await storeRefused();
    openDialog(item);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    jest.spyOn(outboxStore, 'rewrite').mockRejectedValueOnce(new Error('no room'));
    await confirmDiscard();
    expect(
      await screen.findByText(/^Failed to discard Note on Rajesh Patil\. This device could not/),
    ).toBeDefined();
    expect(await outboxStore.readAll()).toContainEqual(item);
  });

  it('deletes the typed text when it is discarded', async () => {
    openDialog(await storeRefused());
    await userEvent.type(field(), ', 40 by 60');
    await untilDraftStored();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await confirmDiscard();
    await waitFor(() => expect(useOutboxState.getState().items).toEqual([]));
    await waitFor(async () => expect(await readDraftKeys()).toEqual([]));
  });
});

it('says why what is being sent cannot be discarded', async () => {
  const item = await storeRefused({ state: 'sending', problem: undefined });
  render(<DiscardDialog item={item} open onClose={cleanup} />, { wrapper: Providers });
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Discard' });
  expect(screen.getByText(/^It is being sent now\. If that does not succeed/)).toBeDefined();
  expect(button().disabled).toBe(true);
  await act(async () => {
    await outboxStore.change(item.commandId, { state: 'waiting' });
    await reloadOutbox();
  });
  expect(screen.getByText('It was never sent. This action cannot be undone.')).toBeDefined();
  expect(button().disabled).toBe(false);
});

const problem = { code: '', detail: 'Refused', fields: {} };
const existing = {
  leadId,
  name: 'Rajesh Patil',
  phone: '+919822041736',
  status: 'New',
  city: 'Pune',
  assignedTo: { id: 'asha', name: 'Asha' },
  createdAt: '2026-11-20T06:00:00.000Z',
  quotedPaise: 0,
};
const duplicate: Partial<OutboxItem> = {
  name: 'CreateLead',
  data: { leadId, firstName: 'Rajesh', lastName: 'Patil' },
  problem: { ...problem, status: 409, code: 'lead-phone-taken', existing },
};
const staleEdit: Partial<OutboxItem> = {
  name: 'EditLead',
  data: { leadId, city: 'Nashik', siteName: 'Aundh' },
  base: { revision: 4, values: { city: 'Pune', siteName: 'Baner' } },
  problem: { ...problem, status: 412, code: 'revision-stale' },
};
/** Lead of the edit, whose city somebody else has changed. */
const staleLead = {
  ...existing,
  city: 'Satara',
  siteName: 'Baner',
  photos: [],
  ownPhotos: 0,
  revision: 6,
};
const cacheStaleLead = () => queryClient.setQueryData(['lead', leadId], staleLead);

it.each([
  ['note', {}, ['Send again']],
  [
    'duplicate',
    duplicate,
    ["Got it, I'll update the existing lead", 'Use a different phone number'],
  ],
  ['stale edit', staleEdit, ['Keep what I typed', 'Take that version']],
])('a %s that another tab sends or discards cannot be sent again', async (_, changes, names) => {
  cacheStaleLead();
  openDialog(await storeRefused(changes));
  const buttons = names.map((name) => screen.getByRole('button', { name }));
  for (const button of buttons) expect(button).toHaveProperty('disabled', false);
  act(() => useOutboxState.setState({ items: [] }));
  expect(screen.getByText('This was sent again or discarded meanwhile.')).toBeDefined();
  for (const button of buttons) expect(button).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('sends nothing of an edit whose only field is taken from the other version', async () => {
  cacheStaleLead();
  const values = { leadId, city: 'Pune' };
  const data = { leadId, city: 'Nashik' };
  openDialog(await storeRefused({ ...staleEdit, data, base: { revision: 4, values } }));
  await userEvent.click(screen.getByRole('button', { name: 'Take that version' }));
  await waitFor(() => expect(useOutboxState.getState().items).toEqual([]));
});

describe('a stale edit whose lead', () => {
  beforeEach(() => useNetwork.setState({ online: true, isBrowserOffline: false }));

  it('is gone shows what was typed, which can be discarded', async () => {
    globalThis.fetch = (async () =>
      Response.json({ code: 'lead-not-found', detail: 'Not found' }, { status: 404 })) as never;
    openDialog(await storeRefused(staleEdit));
    expect(await screen.findByText('Nashik')).toBeDefined();
    expect(screen.getByText(/^Lead not found\. It was deleted/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Keep what I typed' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await confirmDiscard();
    await waitFor(() => expect(useOutboxState.getState().items).toEqual([]));
  });

  it('cannot be loaded says so, and can be asked for again', async () => {
    globalThis.fetch = (async () => Promise.reject(new TypeError('Failed to fetch'))) as never;
    openDialog(await storeRefused(staleEdit));
    expect(await screen.findByText('Failed to load lead details')).toBeDefined();
    globalThis.fetch = (async () => Response.json(staleLead)) as never;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Satara')).toBeDefined();
  });
});

it('says that a choice between two edits could not be stored, and stays open', async () => {
  cacheStaleLead();
  openDialog(await storeRefused(staleEdit));
  jest.spyOn(outboxStore, 'rewrite').mockRejectedValueOnce(new Error('no room'));
  const take = screen.getByRole('button', { name: 'Take that version' });
  await userEvent.click(take);
  expect(
    await screen.findByText(/^Lead Rajesh Patil was not sent\. This device could not store it\./),
  ).toBeDefined();
  await userEvent.click(take);
  await waitFor(() =>
    expect(useOutboxState.getState().items).toMatchObject([
      { state: 'waiting', data: { siteName: 'Aundh' }, base: { revision: 6 } },
    ]),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});
