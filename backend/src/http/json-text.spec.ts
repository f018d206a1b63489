import type { List } from '#domain/kernel/views.js';
import { expect, test } from '@jest/globals';
import { JsonText, listText, written } from './json-text.js';

type Counted = List<number | string> & { readonly total: number };

test.each([[[]], [[1]], [[1, 'two "three"', 4]]])('a list of %j reads as it is, the list first', (items) => {
  const { text } = listText<Counted>(
    items.map((item) => JSON.stringify(item)),
    { hasMore: false, total: 3 },
  );
  expect(text).toBe(JSON.stringify({ items, hasMore: false, total: 3 }));
});

test('what is written already is sent as it stands, everything else is written', () => {
  expect(written(new JsonText('{"a": 1}'))).toBe('{"a": 1}');
  expect(written({ a: 1 })).toBe('{"a":1}');
});
