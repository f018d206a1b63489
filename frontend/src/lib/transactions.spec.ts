/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { Blob as CloneableBlob } from 'node:buffer';
import { inTransaction, onDeviceAnswer } from './database.js';
import { draftStore } from './drafts/draft-store.js';
import { hangDevice } from './testing/hanging-device.js';

// The blobs of jsdom cannot be cloned, and therefore not stored.
Object.assign(globalThis, { Blob: CloneableBlob });

const putDraft = (key: string): Promise<string> =>
  inTransaction(['drafts'], 'readwrite', ({ store }) => store.put({ key, draft: '', at: 1 }));
const readDraftKeys = (): Promise<string[]> =>
  inTransaction(['drafts'], 'readonly', ({ store }) => store.getAllKeys());

test('gives up a transaction that another tab holds up, and stores again once it can', async () => {
  const endHang = await hangDevice();
  const refusal = expect(putDraft('early')).rejects.toThrow('did not answer in time');
  await jest.advanceTimersByTimeAsync(5_000);
  await refusal;
  // no further wait
  await expect(putDraft('meanwhile')).rejects.toThrow('does not answer');
  const listener = jest.fn();
  onDeviceAnswer(listener);
  await endHang();
  await waitFor(() => expect(listener).toHaveBeenCalled());
  await waitFor(async () => expect(await putDraft('late')).toBe('late'));
  expect(await readDraftKeys()).toEqual(['late']);
});

const photo = new Blob([new Uint8Array(10_000_000)]);

test('waits for a large photo as long as a slow device takes, also with a later transaction', async () => {
  const endHang = await hangDevice();
  const draft = { photo: { fileId: 'photo', blob: photo } };
  const stored = Promise.all([draftStore.put('with photo', draft, new Set()), readDraftKeys()]);
  const settled = jest.fn();
  stored.then(settled, settled);
  await jest.advanceTimersByTimeAsync(14_000);
  expect(settled).not.toHaveBeenCalled();
  await endHang();
  expect((await stored)[1]).toContain('with photo');
});

test('gives up a large photo too', async () => {
  const endHang = await hangDevice();
  const storing = inTransaction(
    ['files'],
    'readwrite',
    ({ store }) => store.put({ fileId: 'photo', blob: photo }),
    { written: [photo] },
  );
  const refused = expect(storing).rejects.toThrow('did not answer in time');
  await jest.advanceTimersByTimeAsync(15_000);
  await refused;
  await endHang();
  await waitFor(async () => expect(await putDraft('after it')).toBe('after it'));
});

test('undoes all requests of a transaction whose work fails', async () => {
  const failing = inTransaction(['drafts'], 'readwrite', async ({ store }) => {
    await store.put({ key: 'failed', draft: '', at: 1 });
    throw new Error('No');
  });
  await expect(failing).rejects.toThrow('No');
  expect(await readDraftKeys()).not.toContain('failed');
});
