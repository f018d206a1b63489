/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Blob as CloneableBlob } from 'node:buffer';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { openDatabase } from '../../lib/database.js';
import { claimSlot } from '../../lib/drafts/draft-slots.js';
import { draftStore } from '../../lib/drafts/draft-store.js';
import { setIdentity, scopeOf } from '../../lib/account/identity.js';
import { removeAccountDraft } from '../../lib/drafts/account-drafts.js';
import { queryClient } from '../../lib/query-client.js';
import { Toasts } from '../../ui/feedback/toast.js';
import SignOutDialog from './sign-out-dialog.js';

// The blobs of jsdom cannot be cloned, and therefore not stored.
Object.assign(globalThis, { Blob: CloneableBlob });

const asha = { accountId: 'asha', organizationId: 'sharma' };
const bina = { accountId: 'bina', organizationId: 'sharma' };
const id = (number: number): string => `01980000-0000-7000-8000-00000000000${number}`;
const renderDialog = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <SignOutDialog open onClose={() => undefined} />
        <Toasts />
      </QueryClientProvider>
    </MemoryRouter>,
  );
beforeEach(async () => {
  const db = await openDatabase();
  await Promise.all([db.clear('drafts'), db.clear('draftFiles')]);
});
afterEach(cleanup);

it('names only this account’s drafts and running visit', async () => {
  const db = await openDatabase();
  const storeDraft = (owner: typeof asha, form: string) =>
    db.put('drafts', { key: `${scopeOf(owner)}|${form}`, draft: {}, at: 0 });
  await Promise.all(
    ['visit', 'new-lead', `note-${id(1)}`, `note-${id(2)}#2`, 'unheard-of'].map((form) =>
      storeDraft(asha, form),
    ),
  );
  await storeDraft(bina, 'new-bill');
  setIdentity(asha);
  renderDialog();
  const listedItems = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(listedItems.map(({ textContent }) => textContent)).toEqual([
    'New lead',
    'Other form',
    'Visit under way',
    'NoteRemove',
    'NoteRemove',
  ]);
});

describe('a draft of a record that may be gone', () => {
  const carla = { accountId: 'carla', organizationId: 'sharma' };
  const key = `${scopeOf(carla)}|note-${id(1)}`;
  const photo = { fileId: 'roof', name: 'roof.jpg', uploaded: false, blob: new Blob(['roof']) };
  const draft = { id: id(2), typed: { note: 'Wants 10 kW', files: [photo] } };
  const findDraftList = async () => {
    setIdentity(carla);
    await draftStore.put(key, draft, new Set());
    renderDialog();
    return within(await screen.findByRole('list'));
  };

  it('can be read, and stays until it is removed', async () => {
    const list = await findDraftList();
    expect(list.getByText('Wants 10 kW')).toBeTruthy();
    expect(list.getByText('Note: Wants 10 kW')).toBeTruthy();
    expect(list.getByText('1 file')).toBeTruthy();
    cleanup();
    expect(await draftStore.get(key)).toMatchObject({ draft });
  });

  it('is not named after its removal, and is restored with its photos by Undo', async () => {
    const list = await findDraftList();
    await userEvent.click(list.getByText('Remove'));
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(await draftStore.get(key)).toBeUndefined();
    await userEvent.click(screen.getByText('Undo'));
    await screen.findByText('Wants 10 kW');
    expect(await draftStore.get(key)).toMatchObject({ draft, storedFileIds: new Set(['roof']) });
  });

  it('is offered again if the device cannot store it at Undo', async () => {
    const list = await findDraftList();
    await userEvent.click(list.getByText('Remove'));
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await userEvent.click(screen.getByText('Undo'));
    await screen.findByText(/^Failed to restore the draft\. This device could not store it\./);
    put.mockRestore();
    await userEvent.click(screen.getByText('Undo'));
    await screen.findByText('Wants 10 kW');
  });

  it('is named as lost if the device has no room for it', async () => {
    setIdentity(carla);
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await expect(draftStore.put(key, draft, new Set())).rejects.toThrow();
    renderDialog();
    expect(await screen.findByText('Wants 10 kW')).toBeTruthy();
    expect(screen.getByText(/^This device could not store part of it\./)).toBeTruthy();
    put.mockRestore();
    cleanup();
    await findDraftList();
    await waitFor(() => expect(screen.queryByText(/^This device could not store/)).toBeNull());
  });

  it('does not replace a newer draft by Undo', async () => {
    setIdentity(carla);
    await draftStore.put(key, draft, new Set());
    const undo = await removeAccountDraft(key);
    await draftStore.put(key, { id: id(3), typed: { note: 'Call at six' } }, new Set());
    await undo?.();
    await waitFor(async () => expect(await draftStore.readKeys(key)).toHaveLength(2));
    expect(await draftStore.get(key)).toMatchObject({ draft: { typed: { note: 'Call at six' } } });
  });

  it('is not removed while its form is open', async () => {
    const slot = await claimSlot(key);
    await userEvent.click((await findDraftList()).getByText('Remove'));
    await screen.findByText('This form is open. Discard the draft there.');
    expect(await draftStore.get(key)).toBeDefined();
    await slot.release();
  });
});
