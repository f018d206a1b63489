import { afterEach, expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { until } from '../../../test/acceptance/product/until.js';
import { Offline, Problem } from './server/problem.js';
import { invalidateFailed, invalidateViews, queryClient } from './query-client.js';

afterEach(() => queryClient.clear());

/** Query that is answered on request, and counts its calls. */
function queryOnRequest() {
  const answers: (() => void)[] = [];
  const queryFn = () =>
    new Promise<number>((resolve) => answers.push(() => resolve(answers.length)));
  return { answers, queryFn };
}

test('a change during the first fetch causes one more', async () => {
  const { answers, queryFn } = queryOnRequest();
  const observer = new QueryObserver(queryClient, {
    queryKey: ['customer', '1'],
    queryFn,
    meta: { views: ['customer-detail'] },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await until(() => answers.length === 1);
  void invalidateViews(['customer-detail']);
  void invalidateViews(['lead-list']);
  answers[0]!();
  await until(() => answers.length === 2);
  answers[1]!();
  await until(() => observer.getCurrentResult().data === 2);
  expect(queryClient.isFetching()).toBe(0);
  unsubscribe();
});

test('an existing answer is refetched once', async () => {
  const { answers, queryFn } = queryOnRequest();
  const observer = new QueryObserver(queryClient, {
    queryKey: ['customer', '2'],
    queryFn,
    meta: { views: ['customer-detail'] },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await until(() => answers.length === 1);
  answers[0]!();
  await until(() => observer.getCurrentResult().data === 1);
  const refetched = invalidateViews(['customer-detail']);
  await until(() => answers.length === 2);
  answers[1]!();
  await refetched;
  expect(answers).toHaveLength(2);
  unsubscribe();
});

test('queries without an answer are refetched, refused ones are not', async () => {
  const requests: string[] = [];
  const errors = {
    hung: new Offline('no answer'),
    another: new Problem(401, 'another-account', ''),
    missing: new Problem(404, 'not-found', ''),
  };
  const subscriptions = Object.entries(errors).map(([name, error]) => {
    const queryFn = (): Promise<never> => {
      requests.push(name);
      return Promise.reject(error);
    };
    return new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => undefined);
  });
  await until(() => queryClient.isFetching() === 0);
  await invalidateFailed();
  expect(requests).toEqual(['hung', 'another', 'missing', 'hung', 'another']);
  for (const unsubscribe of subscriptions) unsubscribe();
});

test('shows the error at once if Retry-After is longer than a person waits', async () => {
  let requestCount = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['me'],
    queryFn: () => {
      requestCount++;
      return Promise.reject(new Problem(429, 'too-many-requests', '', {}, { retryAfter: 60 }));
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await until(() => observer.getCurrentResult().isError);
  expect(requestCount).toBe(1);
  unsubscribe();
});
