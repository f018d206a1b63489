import { expect, test } from '@jest/globals';
import { IdsWritten } from './ids-written.js';

const written = (collection: string, ...ids: string[]) => ids.map((id) => ({ collection, id, json: '{}' }));

test('what was never written need not be looked for', () => {
  const ids = new IdsWritten();
  ids.add(written('lamps@1.1', 'one', 'two'));
  expect(ids.among('lamps@1.1', ['two', 'three'])).toEqual(['two']);
  expect(ids.among('diary@1.1', ['two'])).toEqual([]);
});

test('of a collection with many nothing is known, so all are looked for', () => {
  const ids = new IdsWritten(2);
  ids.add(written('lamps@1.1', 'one', 'two', 'three'));
  expect(ids.among('lamps@1.1', ['two', 'four'])).toEqual(['two', 'four']);
});
