/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { inTransaction, onDeviceAnswer } from './database.js';
import { hangDevice } from './testing/hanging-device.js';

const putDraft = (key: string): Promise<string> =>
  inTransaction(['drafts'], 'readwrite', ({ store }) => store.put({ key, draft: '', at: 1 }));
const draftKeys = (): Promise<string[]> =>
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
  expect(await draftKeys()).toEqual(['late']);
});

test('undoes all requests of a transaction whose work fails', async () => {
  const failing = inTransaction(['drafts'], 'readwrite', async ({ store }) => {
    await store.put({ key: 'failed', draft: '', at: 1 });
    throw new Error('No');
  });
  await expect(failing).rejects.toThrow('No');
  expect(await draftKeys()).not.toContain('failed');
});
