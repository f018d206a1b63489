import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Moment, changesBetween, stepBack, stepForward } from './moments.js';

const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
const fields = fc.dictionary(
  fc.constantFrom('name', 'city', 'lines', 'draft', 'place'),
  fc.oneof(
    value,
    fc.array(fc.record({ id: fc.integer({ max: 5 }), text: fc.string() })),
    fc.record(
      { text: fc.string({ maxLength: 700 }), lines: fc.array(fc.string()) },
      { requiredKeys: [] },
    ),
  ),
  { minKeys: 1 },
);
const moment: fc.Arbitrary<Moment> = fc.oneof({ weight: 5, arbitrary: fields }, fc.constant(null));

test('changes lead from one moment to the other and back', () =>
  fc.assert(
    fc.property(moment, moment, (before, after) => {
      const changes = changesBetween(before, after);
      expect(stepForward(before, changes)).toEqual(after);
      expect(stepBack(after, changes)).toEqual(before);
    }),
  ));

test('equal moments have no changes', () =>
  expect(changesBetween({ place: { lat: 1 } }, { place: { lat: 1 } })).toEqual([]));

test('a list names only the elements that differ', () =>
  expect(changesBetween({ photos: ['a', 'b', 'd'] }, { photos: ['a', 'b', 'c', 'd'] })).toEqual([
    { field: 'photos', at: 2, before: [], after: ['c'] },
  ]));

test('a small field is named whole, a large one by its own fields', () => {
  expect(changesBetween({ place: { lat: 1, lng: 2 } }, { place: { lat: 1, lng: 3 } })).toEqual([
    { field: 'place', before: { lat: 1, lng: 2 }, after: { lat: 1, lng: 3 } },
  ]);
  const terms = 'x'.repeat(1_000);
  expect(
    changesBetween({ draft: { terms, lines: [1] } }, { draft: { terms, lines: [1, 2] } }),
  ).toEqual([{ field: 'draft.lines', at: 1, before: [], after: [2] }]);
});
