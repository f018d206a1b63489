import type { VisitPin } from '#domain/visits/visit.views.js';

/** Visit of a day, with the distance and time from the visit before. */
export interface Stop {
  readonly pin: VisitPin;
  readonly number: number;
  /**
   * Straight-line distance and minutes from the end of the previous stop; undefined for the first
   * stop.
   */
  readonly way?: { readonly metres: number; readonly minutes: number };
}

const EARTH_RADIUS_METRES = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Point = Pick<VisitPin, 'lat' | 'lng'>;

/** Straight distance of two places, by the haversine formula. */
export function metresBetween(one: Point, other: Point): number {
  const [lat, lng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const chord =
    Math.sin(lat / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lng / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(chord));
}

const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** Stops of a day in the order of time. Pins come newest first. */
export function routeStops(pins: readonly VisitPin[]): readonly Stop[] {
  const visitsInOrder = pins.toSorted(
    (one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt),
  );
  return visitsInOrder.map((pin, index) => {
    const before = visitsInOrder[index - 1];
    return {
      pin,
      number: index + 1,
      ...(before && {
        way: {
          metres: metresBetween(before, pin),
          minutes: minutesBetween(before.endedAt, pin.startedAt),
        },
      }),
    };
  });
}

/** Sums of a day: straight distance between stops, and minutes at them. */
export function routeTotals(stops: readonly Stop[]): {
  readonly metres: number;
  readonly minutes: number;
} {
  const sum = (each: (stop: Stop) => number): number =>
    stops.reduce((total, stop) => total + each(stop), 0);
  return {
    metres: sum(({ way }) => way?.metres ?? 0),
    minutes: sum(({ pin: { startedAt, endedAt } }) => minutesBetween(startedAt, endedAt)),
  };
}
