import { expect, test } from '@jest/globals';
import { search } from './query.js';
import { isId, MAX_SEARCH_LENGTH } from './query.values.js';
import { isDay } from './values/days.js';
import { day, id } from './schema.js';

const validId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01';

test.each([
  validId,
  validId.toUpperCase(),
  validId.slice(1),
  validId.replace('7c3a', '9c3a'),
  validId.replace('9b1d', '0b1d'),
  `${validId} `,
  'x',
  '',
])('isId and the schema of queries agree on %p', (text) =>
  expect(isId(text)).toBe(id.safeParse(text).success),
);

test.each([
  '2026-02-28',
  '2026-02-29',
  '2028-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '2026-11-21T00:00:00Z',
  'yesterday',
  '',
])('isDay and the schema of queries agree on %p', (text) =>
  expect(isDay(text)).toBe(day.safeParse(text).success),
);

test('queries accept the longest search that a screen allows', () =>
  expect(
    [MAX_SEARCH_LENGTH, MAX_SEARCH_LENGTH + 1].map(
      (length) => search.safeParse('x'.repeat(length)).success,
    ),
  ).toEqual([true, false]));
