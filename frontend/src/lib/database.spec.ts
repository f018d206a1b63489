/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openDB } from 'idb';
import { openDatabase, runOnceAnswered } from './database.js';

test('rejects while an old tab holds its version open, and repeats deletions once it opens', async () => {
  const oldTab = await openDB('fieldtrace', 3);
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] });
  const opening = openDatabase();
  const rejection = expect(opening).rejects.toThrow('did not open in time');
  await jest.advanceTimersByTimeAsync(10_000);
  await rejection;
  jest.useRealTimers();
  const deleted: unknown[] = [];
  await runOnceAnswered(async () => deleted.push(await (await openDatabase()).clear('records')));
  expect(deleted).toEqual([]);
  oldTab.close();
  await waitFor(async () => expect((await openDatabase()).version).toBe(4));
  await waitFor(() => expect(deleted).toHaveLength(1));
});

test('opens the version of a newer build, which another tab has made', async () => {
  const newerTab = await openDB('fieldtrace', 5);
  newerTab.close();
  await waitFor(async () => expect((await openDatabase()).version).toBe(5));
  const record = { key: 'lead', at: 1, row: { note: 'Call at six' } };
  await (await openDatabase()).put('records', record);
  expect(await (await openDatabase()).get('records', 'lead')).toEqual(record);
});
