import { expect, test } from '@jest/globals';
import { changesBetween, type Moment } from '#domain/history/moments.js';
import type { HistoryEntry } from '#domain/history/history.views.js';
import type { LoadedHistory } from './history-query.js';
import { Moments } from './moments.js';

const states: readonly Moment[] = [
  null,
  { leadId: 'a', name: 'Rajesh', status: 'New', revision: 0 },
  { leadId: 'a', name: 'Rajesh', status: 'Contacted', revision: 1 },
  { leadId: 'a', name: 'Rajesh Deshmukh', status: 'Contacted', city: 'Pune', revision: 2 },
  null,
];
const entries = states
  .slice(1)
  .map((state, index): HistoryEntry => {
    const at = `2026-11-2${index}T09:30:00.000Z`;
    const changes = changesBetween(states[index] ?? null, state);
    return {
      eventId: `event-${index + 1}`,
      type: 'LeadEdited',
      at,
      capturedAt: at,
      commandId: 'c',
      hash: 'h',
      data: {},
      people: {},
      revision: index + 1,
      changes,
    };
  })
  .toReversed();
const history: LoadedHistory = {
  entries,
  total: 4,
  record: null,
  recordName: 'Rajesh Deshmukh',
  deleted: true,
  isComplete: true,
};

test('each moment is the record after its event, also of a deleted record', () => {
  const moments = new Moments(history);
  expect([0, 1, 2, 3, 4].map((number) => moments.record(number))).toEqual(states);
});

test('names the fields that an event changed, without ids and revisions', () => {
  const moments = new Moments(history);
  expect(moments.changesOf(2)).toEqual([{ field: 'status', before: 'New', after: 'Contacted' }]);
  expect(moments.changesOf(3).map(({ field }) => field)).toEqual(['name', 'city']);
});

test('compares two moments by the fields that differ', () =>
  expect(new Moments(history).compare(1, 3)).toEqual([
    { field: 'name', before: 'Rajesh', after: 'Rajesh Deshmukh' },
    { field: 'status', before: 'New', after: 'Contacted' },
    { field: 'city', before: undefined, after: 'Pune' },
  ]));

test('finds the event that set a value', () => {
  const moments = new Moments(history);
  expect(moments.setterOf('status', 3)).toBe(2);
  expect(moments.setterOf('status', 1)).toBe(1);
  expect(moments.setterOf('phone', 3)).toBeUndefined();
});

test('knows the moments of the newest page before the others arrive', () => {
  const moments = new Moments({ ...history, entries: entries.slice(0, 2), isComplete: false });
  expect(moments.record(3)).toEqual(states[3]);
  expect(moments.entry(1)).toBeUndefined();
});

test('each of 500 moments has its own state', () => {
  const manyEntries = Array.from({ length: 500 }, (_, index): HistoryEntry => {
    const number = 500 - index;
    return {
      ...entries[0]!,
      eventId: String(number),
      revision: number,
      changes: [{ field: 'status', before: number - 1, after: number }],
    };
  });
  const moments = new Moments({
    ...history,
    entries: manyEntries,
    total: 500,
    record: { status: 500 },
  });
  for (let number = 500; number > 0; number--)
    expect(moments.record(number)).toEqual({ status: number });
});
