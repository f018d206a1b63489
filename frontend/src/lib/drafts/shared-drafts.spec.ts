/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, it, jest } from '@jest/globals';
import { Blob as CloneableBlob } from 'node:buffer';
import { act, renderHook, waitFor } from '@testing-library/react';
import { openDatabase } from '../database.js';
import { setIdentity } from '../account/identity.js';

const channel = new EventTarget();
Object.assign(globalThis, {
  // The blobs of jsdom cannot be cloned, and therefore not stored.
  Blob: CloneableBlob,
  BroadcastChannel: class {
    addEventListener = channel.addEventListener.bind(channel);
    postMessage(): void {}
  },
});
const { draftStore } = await import('./draft-store.js');
const { draftKeyOf, useDraft } = await import('./drafts.js');

interface Visit {
  readonly note: string;
  readonly files: readonly { readonly fileId: string; readonly blob: Blob }[];
}

it('stores a photo again that another tab removed while something was typed here', async () => {
  setIdentity({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
  const key = draftKeyOf('visit');
  const files = [{ fileId: 'roof', blob: new Blob(['roof']) }];
  await draftStore.put(key, { note: '', files }, new Set());
  const onSharedChange = jest.fn();
  const { result } = renderHook(() =>
    useDraft('visit', { read: (found) => found as Visit, onSharedChange }),
  );
  await waitFor(() => expect(result.current.draft).toMatchObject({ note: '' }));

  const otherTab = await openDatabase();
  await otherTab.put('drafts', { key, version: 2, draft: { note: '', files: [] }, at: Date.now() });
  await otherTab.delete('draftFiles', 'roof');
  await act(async () => {
    channel.dispatchEvent(new MessageEvent('message', { data: key }));
    result.current.save({ note: 'Roof measured', files });
  });

  await waitFor(async () => expect(await otherTab.getAllKeys('draftFiles')).toEqual(['roof']));
  expect((await draftStore.get(key))?.draft).toMatchObject({
    note: 'Roof measured',
    files: [{ fileId: 'roof' }],
  });
  expect(onSharedChange).not.toHaveBeenCalled();
});
