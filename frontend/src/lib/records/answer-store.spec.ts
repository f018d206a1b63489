/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { QueryClient, type QueryMeta } from '@tanstack/react-query';
import { database } from '../database.js';
import { AnswerStore } from './answer-store.js';

function openTab() {
  const client = new QueryClient();
  const answers = new AnswerStore({ database, scope: () => 'build|asha|sharma' }, client);
  answers.start(() => true);
  const receive = (queryKey: readonly unknown[], at: number, list?: QueryMeta['list']): void => {
    const query = client
      .getQueryCache()
      .build(client, { queryKey, meta: { kept: true, ...(list && { list }) } });
    query.setData({ first: {}, refs: [] }, { updatedAt: at, manual: true });
  };
  return { answers, client, receive };
}

test('searches push no other answer out', async () => {
  const { answers, receive } = openTab();
  const now = Date.now();
  receive(['timeline', 'l1'], now - 10_000);
  receive(['leads', {}], now - 9_000, { name: 'leads', params: {} });
  for (let number = 0; number < 700; number++) {
    const params = { q: `name ${number}` };
    receive(['leads', params], now - 1_000 + number, { name: 'leads', params });
  }
  await answers.flush();
  const again = openTab();
  await again.answers.restore();
  const stored = again.client.getQueryCache().getAll();
  expect(stored.map(({ queryKey }) => queryKey)).toEqual(
    expect.arrayContaining([
      ['timeline', 'l1'],
      ['leads', {}],
      ['leads', { q: 'name 699' }],
    ]),
  );
  expect(stored).toHaveLength(102);
});
