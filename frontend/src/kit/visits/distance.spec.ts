import { expect, test } from '@jest/globals';
import { metresBetween } from './distance.js';

const baner = { lat: 18.559, lng: 73.787 };

test('a degree of latitude is some 111 km, and a place has no distance to itself', () => {
  expect(metresBetween({ lat: 18, lng: 73 }, { lat: 19, lng: 73 })).toBeCloseTo(111_195, -1);
  expect(metresBetween(baner, baner)).toBe(0);
});
