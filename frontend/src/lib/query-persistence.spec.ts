/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { database } from './database.js';
import { becomes, scopeOf, sessionEnded } from './identity.js';
import { Problem } from './problem.js';
import { queryClient } from './query-client.js';
import { forgetQueries, persistQueries, restoreQueries, sessionKey } from './query-persistence.js';

const asha = { accountId: 'asha', organizationId: 'sharma' };
const kept = { meta: { kept: true } } as const;

const answer = (queryKey: readonly string[], data: unknown, options: object = kept): Promise<unknown> =>
  queryClient.fetchQuery({ queryKey, queryFn: () => data, ...options });
const onDevice = async (): Promise<readonly string[]> =>
  ((await (await database()).get('queries', 'queries'))?.queries ?? []).map(({ queryKey }) => String(queryKey[0])).toSorted();
/** Until exactly these are on the device. */
const holds = (...names: readonly string[]): Promise<void> =>
  waitFor(async () => expect(await onDevice()).toEqual(names.toSorted()), { timeout: 5_000 });
/** As a page that is loaded again finds it. */
const reload = async (): Promise<void> => {
  queryClient.clear();
  await restoreQueries(() => undefined);
};

beforeAll(() => persistQueries());
beforeEach(() => becomes(asha));
afterEach(async () => {
  await sessionEnded();
  queryClient.clear();
});

test('what is answered before the device was read takes the place of nothing on it', async () => {
  const before = new QueryClient();
  await before.fetchQuery({ queryKey: ['leads'], queryFn: () => ['Rajesh'], ...kept });
  const db = await database();
  await db.put('queries', { version: 'development', scope: scopeOf(asha), queries: dehydrate(before).queries as never }, 'queries');
  // a device that reads slowly: something else has the store until then
  const slow = db.transaction('queries', 'readwrite');
  let isRead = false;
  const holding = (async () => {
    while (!isRead) await slow.store.get('nothing');
  })();
  becomes({ accountId: undefined, organizationId: undefined });
  const restoring = restoreQueries(() => becomes(asha));
  await answer(['team'], 'Asha');
  await restoring;
  isRead = true;
  await holding;
  await holds('leads', 'team');
});

test('what was seen is there after a reload, and is asked for again', async () => {
  await answer([...sessionKey], { account: { id: 'asha' } });
  await answer(['leads'], ['Rajesh']);
  await answer(['file'], 'a link', {});
  await holds('leads', 'me');
  await reload();
  expect(queryClient.getQueryData(['leads'])).toEqual(['Rajesh']);
  expect(queryClient.getQueryState(['leads'])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryData(['file'])).toBeUndefined();
});

test('of a long list the first four pages open again', async () => {
  await answer(['leads'], { pages: [1, 2, 3, 4, 5], pageParams: ['a', 'b', 'c', 'd', 'e'] });
  await holds('leads');
  await reload();
  expect(queryClient.getQueryData(['leads'])).toEqual({ pages: [1, 2, 3, 4], pageParams: ['a', 'b', 'c', 'd'] });
});

test('what could not be asked for again stays; what is not mine any more goes', async () => {
  await answer(['lead', 'one'], 'Rajesh');
  await answer(['team'], 'Asha');
  await holds('lead', 'team');
  const failing = (key: readonly string[], problem: Error) =>
    queryClient.fetchQuery({ queryKey: key, queryFn: () => Promise.reject(problem), staleTime: 0, retry: false, ...kept }).catch(() => undefined);
  await failing(['team'], new Error('no network'));
  await failing(['lead', 'one'], new Problem(404, 'lead-not-found', 'Lead not found'));
  await holds('team');
});

test('who signs out leaves nothing on the device; in another role what was seen before is gone', async () => {
  await answer(['leads'], ['Rajesh']);
  await holds('leads');
  await forgetQueries();
  await holds();
  await answer(['customers'], ['Farida']);
  await holds('customers');
  await sessionEnded();
  expect(await onDevice()).toEqual([]);
  expect(queryClient.getQueryData(['customers'])).toBeUndefined();
});

test('keeps drafts when the session ends, under the account that typed them', async () => {
  const db = await database();
  const draft = { key: `${scopeOf(asha)}|visit`, draft: { typed: { notes: 'Roof measured' } }, at: Date.now() };
  await db.put('drafts', draft);
  await sessionEnded();
  expect(await db.getAll('drafts')).toEqual([draft]);
});

test('what another account saw here is not restored', async () => {
  await answer(['leads'], ['Rajesh']);
  await holds('leads');
  becomes({ accountId: 'bina', organizationId: 'sharma' });
  await reload();
  expect(queryClient.getQueryData(['leads'])).toBeUndefined();
});
