import { expect, test } from '@jest/globals';
import { RowSet, rowsOfPiece } from './row-set.js';

const everyNth = (step: number, from = 0) => Array.from({ length: Math.ceil((rowsOfPiece - from) / step) }, (_, nth) => from + nth * step);
const setOf = (places: readonly number[]) => {
  const rows = RowSet.empty();
  for (const place of places) rows.add(place);
  return rows;
};
const few = everyNth(100, 7);
const many = everyNth(5, 3);
const most = everyNth(2);

test.each([
  ['few', few],
  ['many', many],
  ['most', most],
  ['all', everyNth(1)],
  ['none', []],
])('%s places are counted and given back in order, also from their bytes', (_, places) => {
  for (const rows of [setOf(places), RowSet.of(setOf(places).bytes()), RowSet.of(Buffer.from(setOf(places).bytes()))]) {
    expect(rows.size).toBe(places.length);
    expect([...rows.places()]).toEqual(places);
  }
});
