import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RowsOfKey, together } from './rows-of-key.js';

const until = 3_200;
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
      const [rows, all] = [RowsOfKey.of(until, undefined, [first]), new Set(first)];
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

test('what follows is put behind what was there, whether that was few or many', () => {
  fc.assert(
    fc.property(someRows, someRows, (before, after) => {
      const later = after.map((row) => until + row);
      const rows = RowsOfKey.of(2 * until, RowsOfKey.of(until, undefined, [before]), [later]);
      expect([...rows.between(0, 2 * until)]).toEqual([...before, ...later]);
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
