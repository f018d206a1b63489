/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { openDatabase } from '../../lib/database.js';
import { setIdentity, scopeOf } from '../../lib/account/identity.js';
import { queryClient } from '../../lib/query-client.js';
import { useRunningVisit } from './use-running-visit.js';

const asha = { accountId: 'asha', organizationId: 'sharma' };
const key = `${scopeOf(asha)}|visit`;
afterEach(() => {
  cleanup();
  queryClient.clear();
});

async function renderRunningVisit(draft: unknown) {
  setIdentity(asha);
  await (await openDatabase()).put('drafts', { key, draft, at: 0 });
  const { result } = renderHook(() => useRunningVisit());
  await waitFor(() => expect(queryClient.getQueryState(['draft', key])?.status).toBe('success'));
  return result.current;
}

it('the running visit is that of this account', async () => {
  const formState = { placed: true, timer: { pausedFor: 0, startedAt: 5 } };
  expect(await renderRunningVisit({ id: 'one', typed: { beside: formState } })).toEqual(formState);
  setIdentity({ ...asha, accountId: 'bina' });
  const { result } = renderHook(() => useRunningVisit());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(result.current).toBeUndefined();
});

it.each([
  { typed: { beside: { placed: true } } },
  { typed: 'notes' },
  'notes',
  null,
  { typed: { beside: { timer: { startedAt: 'now' } } } },
])('is undefined if the draft has another shape: %j', async (draft) =>
  expect(await renderRunningVisit(draft)).toBeUndefined(),
);
