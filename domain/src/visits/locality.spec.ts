import { expect, test } from '@jest/globals';
import { parseLocality } from './locality.js';

test.each([
  ['12, Baner Road, Baner, Pune, Maharashtra', { area: 'Baner', town: 'Pune' }],
  ['Powai, Mumbai', { area: 'Powai', town: 'Mumbai' }],
  ['Pune, Maharashtra', {}],
  ['Near the old mill', {}],
  [undefined, {}],
])('the locality of %p is %p', (address, locality) => {
  expect(parseLocality(address)).toEqual(locality);
});
