import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toBounds, sortKey } from './sort-key.js';

const text = fc.string({ unit: 'binary', maxLength: 4 }).filter((value) => !value.includes('\0'));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);

/** Expected order: missing values last in both directions, then by value, then by id. */
function compareValues(one: unknown, other: unknown, { isDescending = false } = {}): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  const by =
    typeof one === 'number'
      ? one - (other as number)
      : Buffer.compare(Buffer.from(one as string), Buffer.from(other as string));
  return Math.sign(isDescending ? -by : by);
}

test.each(['', '-'])(
  'keys of two fields, the first sorted by "%sa", sort like them',
  (direction) => {
    const fields = fc.oneof(
      fc.record({ a: maybe(text), b: maybe(number) }),
      fc.record({ a: maybe(text), b: maybe(text) }),
    );
    const other = direction ? '' : '-';
    fc.assert(
      fc.property(fc.tuple(fields, fields), ([one, two]) => {
        fc.pre(typeof one.b === typeof two.b || one.b === undefined || two.b === undefined);
        const sort = [`${direction}a`, `${other}b`];
        const expected =
          compareValues(one.a, two.a, { isDescending: direction === '-' }) ||
          compareValues(one.b, two.b, { isDescending: other === '-' }) ||
          -1;
        expect(Buffer.compare(sortKey(sort, one, 'id-1'), sortKey(sort, two, 'id-2'))).toBe(
          expected,
        );
      }),
    );
  },
);

test.each(['a', '-a'])(
  'a range on %s contains exactly the values between its ends, both included',
  (field) => {
    for (const value of [text, number] as fc.Arbitrary<string | number>[])
      fc.assert(
        fc.property(value, value, maybe(value), (low, high, a) => {
          const { after, before } = toBounds(field, { from: low, to: high });
          const key = sortKey([field, 'b'], { a, b: 'something' }, 'id');
          const isIn = a !== undefined && compareValues(low, a) <= 0 && compareValues(a, high) <= 0;
          expect(Buffer.compare(after, key) < 0 && Buffer.compare(key, before) < 0).toBe(isIn);
        }),
      );
  },
);

test('within an organization a UUID is compared by its bytes, in the order of its text', () => {
  const ids = [
    '0190a6c2-0000-7000-8000-000000000001',
    '0190a6c2-0000-7000-8000-00000000000a',
    'ffffffff-0000-7000-8000-000000000000',
  ];
  const keys = ids.map((id) => sortKey([], { organizationId: 'org' }, `org_${id}`));
  expect(keys.map(({ length }) => length)).toEqual([16, 16, 16]);
  expect(keys.toSorted(Buffer.compare)).toEqual(keys);
});
