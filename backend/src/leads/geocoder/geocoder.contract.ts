import { expect, test } from '@jest/globals';
import type { Geocoder } from './geocoder.js';

export function geocoderContract(open: () => Geocoder) {
  test.each([
    ['a town', { lat: 18.5204, lng: 73.8567 }],
    ['the sea', { lat: 0, lng: 0 }],
    ['the pole', { lat: 90, lng: -180 }],
  ])('%s has an address or none, and is never an error', async (_, place) => {
    const address = await open().findAddress(place);
    expect(address === undefined || isOneLine(address)).toBe(true);
  });

  test('a place and its neighbour have the same address at every request', async () => {
    const geocoder = open();
    const place = { lat: 18.5204, lng: 73.8567 };
    const first = await geocoder.findAddress(place);
    expect(await geocoder.findAddress(place)).toBe(first);
    expect(await geocoder.findAddress({ lat: 18.52041, lng: 73.85672 })).toBe(first);
    expect(await Promise.all([1, 2, 3].map(() => geocoder.findAddress(place)))).toEqual([
      first,
      first,
      first,
    ]);
  });

  test('many at once are each answered', async () => {
    const geocoder = open();
    const addresses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        geocoder.findAddress({ lat: 18 + index / 100, lng: 73 }),
      ),
    );
    expect(addresses.every((address) => address === undefined || isOneLine(address))).toBe(true);
  });
}

const isOneLine = (address: string): boolean =>
  address.length > 0 &&
  address.length <= 300 &&
  !/[\n\r\t]/.test(address) &&
  address.trim() === address;
