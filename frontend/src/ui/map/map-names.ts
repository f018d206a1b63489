import type { LatLngTuple } from 'leaflet';

/** Place name that the map shows beneath its marks. */
export interface MapName {
  readonly name: string;
  readonly at: LatLngTuple;
  /** A town has a dot; a part of a town is shown from a near view. */
  readonly kind: 'town' | 'area';
}

/** Distance within which places with one name are one place, in degrees. */
const SAME_PLACE_DEGREES = 0.2;

export const isSamePlace = ([lat, lng]: LatLngTuple, [otherLat, otherLng]: LatLngTuple): boolean =>
  Math.hypot(lat - otherLat, lng - otherLng) < SAME_PLACE_DEGREES;

/**
 * Names of the pins' towns or areas, each in the middle of its pins. Distant pins with the same
 * name belong to two places.
 */
export function namesOfPins(
  pins: readonly ({ readonly lat: number; readonly lng: number } & {
    readonly [Kind in MapName['kind']]?: string | undefined;
  })[],
  kind: MapName['kind'],
): readonly MapName[] {
  const groups: { readonly name: string; readonly places: LatLngTuple[] }[] = [];
  for (const { lat, lng, [kind]: name } of pins) {
    if (!name) continue;
    const group = groups.find(
      (each) => each.name === name && isSamePlace(each.places[0]!, [lat, lng]),
    );
    if (group) group.places.push([lat, lng]);
    else groups.push({ name, places: [[lat, lng]] });
  }
  return groups.map(({ name, places }) => {
    const meanOf = (axis: 0 | 1): number =>
      places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    return { name, at: [meanOf(0), meanOf(1)], kind };
  });
}
