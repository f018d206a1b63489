import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PiecesWritten } from './pieces-written.js';
import { RowSet, rowsOfPiece } from './row-set.js';
import { RowsOfKey, together } from './rows-of-key.js';
import type { Rows } from './rows.js';

const until = rowsOfPiece;
/** Each in the piece that it belongs to, as the index writes them. */
function written(rows: Rows): PiecesWritten {
  const sets = new Map<number, RowSet>();
  for (const row of rows) {
    const piece = Math.floor(row / rowsOfPiece);
    const set = sets.get(piece) ?? RowSet.empty();
    set.add(row % rowsOfPiece);
    sets.set(piece, set);
  }
  const bytes = [...sets.values()].map((set) => set.bytes());
  return new PiecesWritten(
    [...sets.keys()],
    bytes.map(({ length }) => length),
    Buffer.concat(bytes),
  );
}
const inOrder = (rows: Iterable<number>) => Uint32Array.from(new Set(rows)).sort();
/** Few, many, and what becomes the other by one more. */
const someRows = fc
  .constantFrom(3, until / 32, until / 2)
  .chain((most) => fc.uniqueArray(fc.nat(until - 1), { minLength: Math.floor(most * 0.9), maxLength: most }))
  .map(inOrder);

test('whatever is put in and taken out, it has what a set would have, in order', () => {
  const change = fc.record({ row: fc.nat(until - 1), isGone: fc.boolean() });
  fc.assert(
    fc.property(someRows, fc.array(change, { maxLength: 40 }), someRows, fc.nat(until), (first, changes, asked, cut) => {
      const [rows, all] = [RowsOfKey.of(until, undefined, written(first)), new Set(first)];
      for (const { row, isGone } of changes) {
        for (const set of [rows, all]) {
          if (isGone) set.delete(row);
          else set.add(row);
        }
      }
      const expected = [...inOrder(all)];
      expect(rows.size).toBe(expected.length);
      expect([...rows.between(0, until)]).toEqual(expected);
      expect([...rows.between(cut, until)]).toEqual(expected.filter((row) => row >= cut));
      expect([...rows.between(0, cut)]).toEqual(expected.filter((row) => row < cut));
      for (const some of [asked, asked.slice(0, 2)]) {
        expect([...rows.among(some)]).toEqual([...some].filter((row) => all.has(row)));
        expect(rows.countAmong(some)).toBe(rows.among(some).length);
      }
    }),
  );
});

test('what follows is put behind what was there, whether that was few or many, and in some pieces or in all', () => {
  fc.assert(
    fc.property(someRows, fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), someRows), { maxLength: 3 }), (before, pieces) => {
      const later = inOrder(pieces.flatMap(([piece, rows]) => [...rows].map((row) => piece * until + row)));
      const rows = RowsOfKey.of(6 * until, RowsOfKey.of(until, undefined, written(before)), written(later));
      expect(rows.size).toBe(before.length + later.length);
      expect([...rows.between(0, 6 * until)]).toEqual([...before, ...later]);
    }),
  );
});

test('rows of several are those of each, once', () => {
  fc.assert(
    fc.property(fc.array(someRows, { maxLength: 3 }), (parts) => {
      expect([...together(parts)]).toEqual([...inOrder(parts.flatMap((part) => [...part]))]);
    }),
  );
});
