/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryClient, type QueryMeta } from '@tanstack/react-query';
import { openDatabase } from '../database.js';
import { AnswerStore } from './answer-store.js';

afterEach(async () => (await openDatabase()).clear('answers'));

function openTab() {
  const client = new QueryClient();
  const answers = new AnswerStore(
    { database: openDatabase, scope: () => 'build|asha|sharma' },
    client,
  );
  answers.start(() => true);
  const receive = (queryKey: readonly unknown[], at: number, list?: QueryMeta['list']): void => {
    const query = client
      .getQueryCache()
      .build(client, { queryKey, meta: { isStored: true, ...(list && { list }) } });
    query.setData({ first: {}, refs: [] }, { updatedAt: at, manual: true });
  };
  return { answers, client, receive };
}

test('an answer that is only invalidated is not written again', async () => {
  const { answers, client, receive } = openTab();
  receive(['team'], Date.now());
  await answers.flush();
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  for (let time = 0; time < 3; time++) await client.invalidateQueries({ queryKey: ['team'] });
  await answers.flush();
  expect(put).not.toHaveBeenCalled();
  receive(['team'], Date.now() + 1);
  await answers.flush();
  expect(put).toHaveBeenCalledTimes(1);
  put.mockRestore();
});

test('a restored answer is not written back', async () => {
  const first = openTab();
  first.receive(['team'], Date.now());
  await first.answers.flush();
  const { answers, client } = openTab();
  const put = jest.spyOn(IDBObjectStore.prototype, 'put');
  await answers.restore();
  await client.invalidateQueries({ queryKey: ['team'] });
  await answers.flush();
  expect(put).not.toHaveBeenCalled();
  put.mockRestore();
});

/** Stored searches; an older one makes room for a newer one. */
const MAX_SEARCHES = 100;

test('searches evict no other answers', async () => {
  const { answers, receive } = openTab();
  const now = Date.now();
  receive(['timeline', 'l1'], now - 10_000);
  receive(['leads', {}], now - 9_000, { name: 'leads', params: {} });
  for (let number = 0; number < 700; number++) {
    const params = { q: `name ${number}` };
    receive(['leads', params], now - 1_000 + number, { name: 'leads', params });
  }
  await answers.flush();
  const reopened = openTab();
  await reopened.answers.restore();
  const stored = reopened.client.getQueryCache().getAll();
  expect(stored.map(({ queryKey }) => queryKey)).toEqual(
    expect.arrayContaining([
      ['timeline', 'l1'],
      ['leads', {}],
      ['leads', { q: 'name 699' }],
    ]),
  );
  expect(stored).toHaveLength(2 + MAX_SEARCHES);
});
