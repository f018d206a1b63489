import { expect, test } from '@jest/globals';
import { coordinatesText } from './coordinates.js';
import { place } from '../schema.js';

test.each([
  [
    { lat: 18.123456789, lng: 73.987654321 },
    { lat: 18.123457, lng: 73.987654 },
  ],
  [
    { lat: -0.00000001, lng: 180 },
    { lat: 0, lng: 180 },
  ],
  [
    { lat: 18.5, lng: 73 },
    { lat: 18.5, lng: 73 },
  ],
])('stores %j with six decimals', (sent, stored) => expect(place.parse(sent)).toEqual(stored));

test('refuses latitudes beyond the poles before rounding', () =>
  expect(place.safeParse({ lat: 90.0000001, lng: 0 }).success).toBe(false));

test('shows six decimals, including zeros', () =>
  expect(coordinatesText({ lat: 18.5, lng: 73.98765 })).toBe('18.500000, 73.987650'));
