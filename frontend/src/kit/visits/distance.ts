import type { VisitPin } from '#domain/visits/visit.views.js';

const EARTH_RADIUS_METRES = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Point = Pick<VisitPin, 'lat' | 'lng'>;

/** Straight distance of two places, by the haversine formula. */
export function metresBetween(one: Point, other: Point): number {
  const latDifference = radians(other.lat - one.lat);
  const lngDifference = radians(other.lng - one.lng);
  const haversine =
    Math.sin(latDifference / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lngDifference / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(haversine));
}
