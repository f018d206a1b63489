/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { useTimelineScroll } from './use-timeline-scroll.js';

const entry = (revision: number, by = 'ravi') =>
  ({ entryId: `e${revision}`, revision, by: { id: by, name: by } }) as TimelineEntry;

beforeEach(() => {
  globalThis.scrollTo = () => undefined;
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    configurable: true,
    value: 5_000,
  });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(document.documentElement, 'scrollHeight');
});

test('counts new entries of others, also when the last entry was folded into one', () => {
  const before = [entry(1), entry(2), entry(4)];
  const { result, rerender } = renderHook(
    ({ entries }) => useTimelineScroll(entries, 0, true, 'me'),
    { initialProps: { entries: before } },
  );
  act(() => void dispatchEvent(new Event('scroll')));
  // Entry 5 replaces the draft entry 4.
  rerender({ entries: [entry(1), entry(2), entry(5)] });
  expect(result.current.count).toBe(1);
  rerender({ entries: [entry(1), entry(2), entry(5), entry(6, 'me'), entry(7)] });
  expect(result.current.count).toBe(2);
});
