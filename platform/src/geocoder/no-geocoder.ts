import type { Geocoder } from './geocoder.js';

/** Without a server for addresses, coordinates are all that is known. */
export const noGeocoder: Geocoder = { addressOf: async () => undefined };
