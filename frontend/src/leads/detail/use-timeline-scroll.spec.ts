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

test('counts new entries of others, also when a new entry replaces the last one', () => {
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

test('counts a step that the customer or a timer took in the name of the owner', () => {
  const step = (revision: number, data: object) =>
    ({ ...entry(revision, 'me'), type: 'QuotationStepped', data }) as TimelineEntry;
  const steps = [
    step(2, { step: 'Sent' }),
    step(3, { step: 'Viewed' }),
    step(4, { step: 'Rejected' }),
    step(5, { step: 'Rejected', declined: true }),
    step(6, { step: 'Accepted' }),
    step(7, { step: 'Expired' }),
  ];
  const { result, rerender } = renderHook(
    ({ entries }) => useTimelineScroll(entries, 0, true, 'me'),
    { initialProps: { entries: [entry(1)] } },
  );
  act(() => void dispatchEvent(new Event('scroll')));
  rerender({ entries: [entry(1), ...steps] });
  expect(result.current.count).toBe(4);
});
