/**
 * Turns coordinates into an address; undefined if it cannot, and the form continues with
 * coordinates.
 */
export abstract class Geocoder {
  abstract findAddress(place: {
    readonly lat: number;
    readonly lng: number;
  }): Promise<string | undefined>;
}

/** Used without a geocoding server: there are only coordinates. */
export const noGeocoder: Geocoder = { findAddress: async () => undefined };
