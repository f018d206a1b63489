/**
 * Turns coordinates into an address; undefined where it cannot, and the form goes on with
 * coordinates.
 */
export abstract class Geocoder {
  abstract addressOf(place: {
    readonly lat: number;
    readonly lng: number;
  }): Promise<string | undefined>;
}

/** Without a server for addresses, coordinates are all that is known. */
export const noGeocoder: Geocoder = { addressOf: async () => undefined };
