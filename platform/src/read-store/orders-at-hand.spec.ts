import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SqliteFile } from '../embedded/sqlite-file.js';
import { OrdersAtHand } from './orders-at-hand.js';
import { rowsOfPiece } from './row-set.js';

const folder = mkdtempSync(join(tmpdir(), 'orders-'));
const file = new SqliteFile(join(folder, 'rows.sqlite'), { schema: 'CREATE TABLE t (row INTEGER PRIMARY KEY, k BLOB)' });
afterAll(() => {
  file.close();
  rmSync(folder, { recursive: true });
});

const first = 1_000_000;
/** More than one piece; the last one grows. */
const written = rowsOfPiece + 200;
/** One that says nothing about when it came. */
const keyOf = (place: number, moves: number) => Buffer.from(String(1_000_000 + ((place * 7_919 + moves * 104_729) % 999_983)));

test('the first of some rows of a piece are those with the smallest keys, or it is said that nobody knows', async () => {
  const change = fc.oneof(
    fc.record({ asked: fc.uniqueArray(fc.nat(written + 10), { minLength: 1, maxLength: 60 }), most: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ moves: fc.nat(written - 1) }),
    fc.constant({ comes: true as const }),
  );
  let known = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
      const keys = new Map<number, Buffer>();
      let [last, moves] = [written - 1, 0];
      const put = (place: number) => {
        keys.set(place, keyOf(place, moves));
        file.writer('INSERT OR REPLACE INTO t VALUES (?, ?)')(first + place, keys.get(place)!);
      };
      await file.write(() => {
        file.writer('DELETE FROM t')();
        for (let place = 0; place < written; place++) put(place);
      });
      const orders = new OrdersAtHand(
        't',
        file,
        () => first,
        () => first + last,
      );
      for (const each of changes) {
        if ('asked' in each) {
          for (const piece of [0, 1]) {
            const rows = Uint32Array.from(each.asked.filter((row) => row <= last && Math.floor(row / rowsOfPiece) === piece)).sort();
            if (rows.length === 0) continue;
            // Asked for often enough to be worth reading.
            for (let times = 0; times * rows.length < rowsOfPiece; times++) orders.first(1, 'k', piece, rows, each.most);
            const found = orders.first(1, 'k', piece, rows, each.most)!;
            const inOrder = [...rows].sort((one, other) => Buffer.compare(keys.get(one)!, keys.get(other)!));
            expect(found.rows).toEqual(inOrder.slice(0, each.most));
            expect(inOrder.every((row) => Buffer.compare(found.zone.low, keys.get(row)!) <= 0)).toBe(true);
            expect(inOrder.every((row) => Buffer.compare(found.zone.high, keys.get(row)!) >= 0)).toBe(true);
            known++;
          }
        } else if ('moves' in each) {
          moves++;
          await file.write(() => put(each.moves));
          orders.moved(1, 'k', Math.floor(each.moves / rowsOfPiece));
        } else {
          await file.write(() => put(last + 1));
          last++;
          expect(orders.first(1, 'k', 1, Uint32Array.of(last), 12)).toBeUndefined();
        }
      }
    }),
    { numRuns: 20 },
  );
  expect(known).toBeGreaterThan(0);
}, 60_000);
