import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SqliteFile } from '../embedded/sqlite-file.js';
import { NumbersAtHand, NumbersOfPiece } from './numbers-at-hand.js';
import { rowsOfPiece } from './row-set.js';
import { numbersOfText } from './text-keys.js';

const folder = mkdtempSync(join(tmpdir(), 'numbers-'));
const schema =
  'CREATE TABLE k (organization INTEGER, key TEXT, piece INTEGER, rows BLOB NOT NULL, PRIMARY KEY (organization, key, piece)) WITHOUT ROWID';
const file = new SqliteFile(join(folder, 'numbers.sqlite'), { schema });
afterAll(() => {
  file.close();
  rmSync(folder, { recursive: true });
});

const places = Array.from({ length: rowsOfPiece }, (_, place) => place);
const digits = fc.stringMatching(/^[0-9]{4,12}$/);
const someNumbers = fc.array(digits, { maxLength: 3 }).map((numbers) => numbers.join(' '));
const place = fc.nat(rowsOfPiece - 1);

test('digits of four or more in a row are numbers, each field by itself', () => {
  expect(numbersOfText('asha 12\n+91 98765 43210\nnashik 422001\na123\n4567\n\n')).toBe('98765 43210 422001 4567');
  expect(numbersOfText('asha\n\n')).toBe('');
});

test('whatever was written and changed, a row has the terms that are in one of its numbers', async () => {
  const change = fc.record({ place, numbers: someNumbers, isForgotten: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(someNumbers, { maxLength: 40 }), fc.array(change, { maxLength: 20 }), digits, async (first, changes, asked) => {
      await file.write(() => file.writer('DELETE FROM k')());
      const numbers = new NumbersAtHand('k', file);
      const there = [...first];
      await file.write(() => numbers.write(1, 3, first));
      for (const each of changes) {
        await file.write(() => numbers.changed(1, 3, each.place, each.numbers));
        there[each.place] = each.numbers;
        if (each.isForgotten) numbers.forget();
        else numbers.get(1, 3);
      }
      for (const term of [asked, asked.slice(0, 4), '0000'])
        expect(places.filter((at) => numbers.get(1, 3)!.has(at, [term]))).toEqual(places.filter((at) => there[at]?.includes(term)));
    }),
    { numRuns: 30 },
  );
});

test('a number that went stands nowhere in the file any more', async () => {
  const path = join(folder, 'gone.sqlite');
  const gone = new SqliteFile(path, { schema: `PRAGMA secure_delete = ON; ${schema}` });
  const numbers = new NumbersAtHand('k', gone);
  const all = places.map((at) => `9198${String(10_000_000 + at)}`);
  await gone.write(() => numbers.write(1, 0, all));
  for (const [at, number] of [
    [0, ''],
    [2_000, '919700000000'],
    [4_095, ''],
  ] as const)
    await gone.write(() => numbers.changed(1, 0, at, number));
  gone.close();
  const left = readFileSync(path).toString('latin1');
  expect([0, 1, 2_000, 2_001, 4_094, 4_095].filter((at) => left.includes(all[at]!))).toEqual([1, 2_001, 4_094]);
});

test('pieces that are not written, and those for which there is no room, are not at hand', async () => {
  await file.write(() => file.writer('DELETE FROM k')());
  const { weight } = new NumbersOfPiece(Buffer.alloc(rowsOfPiece, '\n'));
  const numbers = new NumbersAtHand('k', file, 2 * weight);
  for (const piece of [0, 1, 2]) await file.write(() => numbers.write(1, piece, []));
  await file.write(() => numbers.write(2, 0, []));
  const atHand = (organization: number) => [0, 1, 2, 3].filter((piece) => numbers.get(organization, piece));
  expect(atHand(1)).toEqual([0, 1]);
  expect(atHand(2)).toEqual([0]);
  expect(numbers.has(1, 2)).toBe(true);
  expect(numbers.has(1, 3)).toBe(false);
});
