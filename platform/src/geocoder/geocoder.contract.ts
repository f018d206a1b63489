import { expect, test } from '@jest/globals';
import type { Geocoder } from './geocoder.js';

/** What every adapter promises. */
export function geocoderContract(open: () => Geocoder) {
  test.each([
    ['a town', { lat: 18.5204, lng: 73.8567 }],
    ['the sea', { lat: 0, lng: 0 }],
    ['the pole', { lat: 90, lng: -180 }],
  ])('%s has an address or none, and is never an error', async (_, place) => {
    const address = await open().addressOf(place);
    expect(address === undefined || address.length > 0).toBe(true);
  });
}
