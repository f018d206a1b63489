/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { database } from './database.js';
import { useDraft } from './drafts.js';
import { becomes, identity, scopeOf } from './identity.js';

beforeEach(() => {
  localStorage.clear();
  // drafts of one test are nobody's in the next
  becomes({ accountId: crypto.randomUUID(), organizationId: 'suryodaya' });
});
afterEach(cleanup);

const stored = async (): Promise<unknown> => (await (await database()).get('drafts', `${scopeOf(identity())}|note`))?.draft;

async function open() {
  const { result, unmount } = renderHook(() => useDraft<string>('note'));
  await waitFor(() => expect(result.current.draft).toBeNull());
  return { result, unmount };
}

it('says of what was thrown away while it was being written that it is not kept', async () => {
  const { result } = await open();
  await act(async () => {
    result.current.keep('Call at six');
    result.current.drop();
    // what was asked for first is done first
    await stored();
  });
  expect(await stored()).toBeUndefined();
  expect(result.current.kept).toBe(false);
});

it('writes nothing of what was handed over to be sent, until it is taken back', async () => {
  const { result, unmount } = await open();
  act(() => result.current.keep('Call at six'));
  await waitFor(() => expect(result.current.kept).toBe(true));
  act(() => {
    result.current.handOver();
    result.current.keep('Call at seven');
  });
  unmount();
  expect(await stored()).toBe('Call at six');
});

it('keeps what was refused after it was handed over', async () => {
  const { result } = await open();
  act(() => {
    result.current.handOver();
    result.current.takeBack('Call at six');
  });
  await waitFor(() => expect(result.current.kept).toBe(true));
  expect(await stored()).toBe('Call at six');
});
