/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { tableRows } from '#domain/kernel/query.values.js';
import { openDatabase } from '../database.js';
import {
  lists,
  records,
  forgetAnswers,
  restoreAnswers,
  storeAnswers,
  tabCache,
} from './device-cache.js';
import { hangDevice } from '../testing/hanging-device.js';
import { setIdentity, identity, scopeOf, endSession } from '../account/identity.js';
import { Problem } from '../server/problem.js';
import { queryClient, sessionKey } from '../query-client.js';
import type { ListData } from './list-data.js';
import type { ListParams } from './list-rules.js';
import type { ListName } from './record.js';
import { TabCache } from './tab-cache.js';

const asha = { accountId: 'asha', organizationId: 'sharma' };
const storedOptions = { meta: { isStored: true } } as const;
const rajesh = { leadId: 'one', name: 'Rajesh', revision: 1 };

const fetchAnswer = (
  queryKey: readonly string[],
  data: unknown,
  options: object = storedOptions,
): Promise<unknown> => queryClient.fetchQuery({ queryKey, queryFn: () => data, ...options });
const readStoredNames = async (): Promise<readonly string[]> =>
  (await (await openDatabase()).getAll('answers'))
    .map(({ row }) => String((row as { queryKey: readonly unknown[] }).queryKey[0]))
    .toSorted();
/** Waits until the device has the answers of exactly these queries. */
const expectOnDevice = (...names: readonly string[]): Promise<void> =>
  waitFor(async () => expect(await readStoredNames()).toEqual(names.toSorted()));
/** Cache after a reload of the page, read from the device. */
const reload = async () => {
  await tabCache.flush();
  const reloadedCache = new TabCache(
    { database: openDatabase, scope: () => `development|${scopeOf(identity())}` },
    new QueryClient(),
  );
  await reloadedCache.restore();
  return reloadedCache;
};

beforeAll(() => storeAnswers());
beforeEach(() => setIdentity(asha));
afterEach(async () => {
  await endSession();
  queryClient.clear();
});

test('answers that arrive before the stored ones are read do not replace them', async () => {
  await fetchAnswer(['leads'], ['Rajesh']);
  await expectOnDevice('leads');
  queryClient.clear();
  setIdentity({ accountId: undefined, organizationId: undefined });
  const restoring = restoreAnswers(() => setIdentity(asha));
  await fetchAnswer(['team'], 'Asha');
  await restoring;
  await fetchAnswer(['team'], 'Asha', { ...storedOptions, staleTime: 0 });
  await expectOnDevice('leads', 'team');
  expect(queryClient.getQueryData(['leads'])).toEqual(['Rajesh']);
});

test('the end of a session deletes answers and records as soon as the device answers', async () => {
  await fetchAnswer(['leads'], ['Rajesh']);
  records.put('lead', [rajesh], { position: '5' });
  await expectOnDevice('leads');
  const endHang = await hangDevice();
  const sessionEnd = endSession();
  await jest.advanceTimersByTimeAsync(10_000);
  await sessionEnd;
  await endHang();
  await expectOnDevice();
  await waitFor(async () => expect(await (await openDatabase()).getAll('records')).toEqual([]));
});

test('answers and records survive a reload, and are refetched', async () => {
  await fetchAnswer([...sessionKey], { account: { id: 'asha' } });
  await fetchAnswer(['leads'], ['Rajesh']);
  await fetchAnswer(['file'], 'a link', {});
  records.put('lead', [rajesh], { position: '5' });
  await expectOnDevice('leads', 'me');
  const reloadedCache = await reload();
  expect(reloadedCache.queryClient.getQueryData(['leads'])).toEqual(['Rajesh']);
  expect(reloadedCache.queryClient.getQueryState(['leads'])?.isInvalidated).toBe(true);
  expect(reloadedCache.queryClient.getQueryData(['file'])).toBeUndefined();
  expect(reloadedCache.records.read('lead/one')).toEqual(rajesh);
});

test('a pending answer is stored when the page is hidden', async () => {
  await fetchAnswer(['team'], 'Asha');
  await expectOnDevice('team');
  const { setTimeout } = globalThis;
  // Suppresses the timers of the cache, which write within a second.
  const timers = jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, pause = 0) =>
      pause > 100 && pause <= 1_000 ? 0 : setTimeout(work, pause)) as typeof setTimeout);
  await fetchAnswer(['leads'], ['Rajesh']);
  document.dispatchEvent(new Event('visibilitychange'));
  await expectOnDevice('leads', 'team');
  timers.mockRestore();
  expect(await readStoredNames()).toEqual(['leads', 'team']);
});

test('answers replace stored ones with a future time, after the clock was set back', async () => {
  const now = Date.now();
  const tomorrow = now + 24 * 60 * 60_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(tomorrow);
  await fetchAnswer(['leads'], ['Rajesh']);
  await fetchAnswer(['team'], ['Asha']);
  records.put('lead', [rajesh], { position: '5' });
  await expectOnDevice('leads', 'team');
  clock.mockReturnValue(now);
  queryClient.removeQueries();
  await fetchAnswer(['leads'], ['Meena']);
  await tabCache.flush();
  const reloadedCache = await reload();
  clock.mockRestore();
  expect(reloadedCache.queryClient.getQueryData(['leads'])).toEqual(['Meena']);
  expect(reloadedCache.queryClient.getQueryState(['team'])?.dataUpdatedAt).toBe(now);
  expect(reloadedCache.records.receivedAt('lead/one')).toBe(now);
});

test('a table’s page of a long list and all records are restored', async () => {
  const leads = Array.from({ length: 60 }, (_, index) => ({ leadId: `${index}`, revision: 1 }));
  const refs = leads.map(({ leadId }) => `lead/${leadId}`);
  records.put('lead', leads, { position: '1' });
  await fetchAnswer(['leads'], { refs, first: {}, hasMore: true, next: 'a' });
  await expectOnDevice('leads');
  const reloadedCache = await reload();
  expect(reloadedCache.queryClient.getQueryData(['leads'])).toMatchObject({
    refs: refs.slice(0, Number(tableRows)),
    hasMore: true,
  });
  expect(reloadedCache.records.all('lead')).toHaveLength(60);
});

test('an opened lead is restored after 200 searches', async () => {
  const loadPage = (list: ListName, params: ListParams, items: readonly object[]) =>
    queryClient.fetchQuery(
      lists.options({
        queryKey: [list, params],
        list,
        params,
        fetchPage: async () => ({ answer: { items, hasMore: false } as never, position: '1' }),
      }),
    );
  const openedLead = { leadId: 'opened', name: 'Rajesh', revision: 1 };
  const entries = Array.from({ length: 20 }, (_, index) => ({
    entryId: `e${index}`,
    leadId: 'opened',
    revision: 20 - index,
  }));
  records.put('lead-detail', [openedLead], { position: '1', at: Date.now() - 60_000 });
  await loadPage('leads/:leadId/timeline', { leadId: 'opened' }, entries);
  for (let search = 0; search < 200; search++) {
    const found = Array.from({ length: 12 }, (_, index) => ({
      leadId: `${search}-${index}`,
      name: 'Asha',
      revision: 1,
    }));
    await loadPage('leads', { q: `asha ${search}` }, found);
  }
  const reloadedCache = await reload();
  expect(reloadedCache.records.read('lead/opened')).toEqual(openedLead);
  const timeline = reloadedCache.queryClient.getQueryData<ListData>([
    'leads/:leadId/timeline',
    { leadId: 'opened' },
  ]);
  expect(timeline?.refs.map((ref) => reloadedCache.records.read(ref))).toEqual(entries);
  expect(
    reloadedCache.queryClient.getQueryData<ListData>(['leads', { q: 'asha 199' }])?.refs,
  ).toHaveLength(12);
});

test('an answer that could not be refetched stays', async () => {
  await fetchAnswer(['team'], 'Asha');
  await expectOnDevice('team');
  const queryFn = () => Promise.reject(new Problem(503, 'unavailable', 'Later'));
  await queryClient
    .fetchQuery({ queryKey: ['team'], queryFn, staleTime: 0, retry: false, ...storedOptions })
    .catch(() => undefined);
  await expectOnDevice('team');
});

test('the end of a session or a change of role leaves no answers on the device', async () => {
  await fetchAnswer(['leads'], ['Rajesh']);
  records.put('lead', [rajesh]);
  await expectOnDevice('leads');
  await forgetAnswers();
  await expectOnDevice();
  expect(records.read('lead/one')).toBeUndefined();
  await fetchAnswer(['customers'], ['Farida']);
  records.put('lead', [rajesh]);
  await tabCache.flush();
  await expectOnDevice('customers');
  await endSession();
  expect(await readStoredNames()).toEqual([]);
  expect(await (await openDatabase()).getAll('records')).toEqual([]);
  expect(queryClient.getQueryData(['customers'])).toBeUndefined();
});

test('a change of role keeps the stored session', async () => {
  await fetchAnswer([...sessionKey], { account: { id: 'asha' } });
  await fetchAnswer(['leads'], ['Rajesh']);
  await expectOnDevice('leads', 'me');
  await forgetAnswers();
  await expectOnDevice('me');
});

test('a session that was answered right before its end is not stored', async () => {
  for (const name of ['Asha', 'Asha Rao'])
    await fetchAnswer([...sessionKey], { account: { id: 'asha', name } });
  await endSession();
  setIdentity(asha);
  await fetchAnswer(['team'], 'Asha');
  document.dispatchEvent(new Event('visibilitychange'));
  await expectOnDevice('team');
});

test('keeps drafts when the session ends, for the account that typed them', async () => {
  const db = await openDatabase();
  const draft = {
    key: `${scopeOf(asha)}|visit`,
    draft: { typed: { notes: 'Roof measured' } },
    at: Date.now(),
  };
  await db.put('drafts', draft);
  await endSession();
  expect(await db.getAll('drafts')).toEqual([draft]);
});

test('answers of another account are not restored', async () => {
  await fetchAnswer(['leads'], ['Rajesh']);
  records.put('lead', [rajesh]);
  await expectOnDevice('leads');
  setIdentity({ accountId: 'bina', organizationId: 'sharma' });
  const reloadedCache = await reload();
  expect(reloadedCache.queryClient.getQueryData(['leads'])).toBeUndefined();
  expect(reloadedCache.records.read('lead/one')).toBeUndefined();
});
