/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  flushInvalidations,
  onViewChange,
  receiveChanges,
  scheduleInvalidation,
} from './live-changes.js';
import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../query-client.js';

const figuresQuery = {
  queryKey: ['figures'],
  // Never answered, so that the query stays invalidated.
  queryFn: () => new Promise<number>(() => undefined),
  gcTime: Infinity,
  staleTime: Infinity,
  meta: { views: ['cards'] },
};
const figures = queryClient.getQueryCache().build(queryClient, figuresQuery);
new QueryObserver(queryClient, figuresQuery).subscribe(() => undefined);
const isInvalidated = (): boolean => figures.state.isInvalidated;

/** The fake clock begins at 0 with each test. */
let elapsed = 0;
beforeEach(() => {
  jest.useFakeTimers();
  jest.advanceTimersByTime((elapsed += 60_000));
  figures.setData(1);
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

test('the first change refetches at once, further ones a second later', () => {
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(4);
  expect(isInvalidated()).toBe(true);

  figures.setData(2);
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(900);
  expect(isInvalidated()).toBe(false);
  jest.advanceTimersByTime(100);
  expect(isInvalidated()).toBe(true);
});

test('a change that no screen shows does not delay the next one', () => {
  scheduleInvalidation('visits');
  jest.advanceTimersByTime(4);
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(4);
  expect(isInvalidated()).toBe(true);
});

test('setting the device’s clock back delays nothing', () => {
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(4);
  figures.setData(2);
  jest.setSystemTime(Date.now() - 60 * 60_000);
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(1_000);
  expect(isInvalidated()).toBe(true);
});

test('changes of a resume do not delay later changes', () => {
  scheduleInvalidation('cards');
  flushInvalidations();
  expect(isInvalidated()).toBe(true);

  figures.setData(2);
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(4);
  expect(isInvalidated()).toBe(true);
});

test('queries without observers are not refetched', () => {
  scheduleInvalidation('visits');
  flushInvalidations();
  expect(isInvalidated()).toBe(false);
});

test('a failing handler causes a refetch, and does not stop later changes', () => {
  globalThis.reportError = jest.fn();
  const applied: string[] = [];
  onViewChange('cards', 'broken', {
    apply: () => {
      throw new TypeError('no such field');
    },
    idsToHighlight: () => {
      throw new TypeError('no such field');
    },
  });
  onViewChange('others', 'sound', { apply: ({ id }) => applied.push(id) > 0 });
  receiveChanges(
    [
      { view: 'cards', id: 'one', revision: 1 },
      { view: 'others', id: 'two', revision: 1 },
    ],
    { canHighlight: true, position: '1' },
  );
  jest.advanceTimersByTime(1_000);
  expect(applied).toEqual(['two']);
  expect(isInvalidated()).toBe(true);
  expect(globalThis.reportError).toHaveBeenCalledTimes(2);
});
