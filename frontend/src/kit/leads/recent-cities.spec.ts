/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { cityOfPlace } from './recent-cities.js';

const place = { lat: 18.5, lng: 73.8 };

test.each([
  [{ address: '12 Baner Road, Baner, PUNE, Maharashtra' }, 'Pune'],
  [{ name: 'Kothrud, Pune' }, 'Pune'],
  [{ address: 'Pune Road, Nashik' }, 'Nashik'],
  [{ address: 'Panaji, Goa' }, undefined],
  [{}, undefined],
])('%o is in %s', (named, city) =>
  expect(cityOfPlace({ ...place, ...named }, ['Pune', 'Nashik'])).toBe(city),
);
