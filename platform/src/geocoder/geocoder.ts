/** Turns coordinates into an address; undefined where it cannot, and the form goes on with coordinates. */
export interface Geocoder {
  addressOf(place: { readonly lat: number; readonly lng: number }): Promise<string | undefined>;
}
