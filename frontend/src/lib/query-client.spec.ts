import { afterEach, expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { until } from '../../../test/acceptance/until.js';
import { invalidateViews, queryClient } from './query-client.js';

afterEach(() => queryClient.clear());

/** Answers when it is told to, with how often it was asked. */
function slowly() {
  const answers: (() => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length)));
  return { answers, queryFn };
}

test('what changes while the first answer is on its way is asked for once more', async () => {
  const { answers, queryFn } = slowly();
  const observer = new QueryObserver(queryClient, { queryKey: ['customer', '1'], queryFn, meta: { views: ['customer-detail'] } });
  const stop = observer.subscribe(() => undefined);
  await until(() => answers.length === 1);
  void invalidateViews(['customer-detail']);
  void invalidateViews(['lead-list']);
  answers[0]!();
  await until(() => answers.length === 2);
  answers[1]!();
  await until(() => observer.getCurrentResult().data === 2);
  expect(queryClient.isFetching()).toBe(0);
  stop();
});

test('an answer that is there is asked for again, once', async () => {
  const { answers, queryFn } = slowly();
  const observer = new QueryObserver(queryClient, { queryKey: ['customer', '2'], queryFn, meta: { views: ['customer-detail'] } });
  const stop = observer.subscribe(() => undefined);
  await until(() => answers.length === 1);
  answers[0]!();
  await until(() => observer.getCurrentResult().data === 1);
  const done = invalidateViews(['customer-detail']);
  await until(() => answers.length === 2);
  answers[1]!();
  await done;
  expect(answers).toHaveLength(2);
  stop();
});
