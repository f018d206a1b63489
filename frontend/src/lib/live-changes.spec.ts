/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { flushInvalidations, scheduleInvalidation } from './live-changes.js';
import { queryClient } from './query-client.js';

const figures = queryClient.getQueryCache().build(queryClient, { queryKey: ['figures'], gcTime: Infinity, meta: { views: ['cards'] } });
const isAsked = (): boolean => figures.state.isInvalidated;

let now = Date.now();
beforeEach(() => {
  jest.useFakeTimers({ now: (now += 60_000) });
  figures.setData(1);
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

test('what is heard is asked for at once, and what is heard after it a second later', () => {
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(4);
  expect(isAsked()).toBe(true);

  figures.setData(2);
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(900);
  expect(isAsked()).toBe(false);
  jest.advanceTimersByTime(100);
  expect(isAsked()).toBe(true);
});

test('what a resume brings holds up nothing that is heard after it', () => {
  scheduleInvalidation('cards');
  flushInvalidations();
  expect(isAsked()).toBe(true);

  figures.setData(2);
  scheduleInvalidation('cards');
  jest.advanceTimersByTime(4);
  expect(isAsked()).toBe(true);
});

test('what nothing shows is not asked for', () => {
  scheduleInvalidation('visits');
  flushInvalidations();
  expect(isAsked()).toBe(false);
});
