import { expect, test } from '@jest/globals';
import {
  dayParam,
  filterCodec,
  idParam,
  choiceParam,
  searchParam,
  typeNamesFor,
} from './list-filters.js';

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', ''],
  ['2026-13-45', ''],
  ['0000-00-00', ''],
  ['yesterday', ''],
  [null, ''],
])('the day %p in an address reads as %p', (text, meant) =>
  expect(dayParam.read(text)).toBe(meant),
);

test.each([
  ['0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01', '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01'],
  ['0190a6c2', undefined],
  ['x', undefined],
  ['', undefined],
  [null, undefined],
])('the id %p in an address reads as %p', (text, meant) => expect(idParam.read(text)).toBe(meant));

const codec = filterCodec({
  stage: choiceParam(['All', 'Paid', 'Completed'], 'All'),
  q: searchParam,
  from: dayParam,
  member: idParam,
});

test('filters are read from an address, without unknown values', () =>
  expect(
    codec.read(new URLSearchParams('stage=Paid&q=%20pune%20&from=soon&member=me&page=2')),
  ).toEqual({
    stage: 'Paid',
    q: 'pune',
    from: '',
    member: undefined,
  }));

test('unset filters are left out of the address', () => {
  expect(codec.params(codec.none)).toEqual({});
  expect(codec.params({ ...codec.none, stage: 'Paid', q: '  ', from: '2026-11-01' })).toEqual({
    stage: 'Paid',
    from: '2026-11-01',
  });
});

test('a list counts as filtered by any filter, optionally except its tabs', () => {
  const paid = { ...codec.none, stage: 'Paid' } as const;
  expect(codec.isFiltered(codec.none)).toBe(false);
  expect(codec.isFiltered(paid)).toBe(true);
  expect(codec.isFiltered(paid, 'stage')).toBe(false);
  expect(codec.isFiltered({ ...paid, q: 'x' }, 'stage')).toBe(true);
});

test('a search sends translated type names', () => {
  const choices = [
    { value: 'Food', label: 'खाना' },
    { value: 'Fuel', label: 'Fuel' },
  ];
  expect(typeNamesFor('खाना', choices)).toEqual({ typeNames: '{"Food":"खाना"}' });
  expect(typeNamesFor('', choices)).toEqual({});
  expect(typeNamesFor('fuel', choices.slice(1))).toEqual({});
});
