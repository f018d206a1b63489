import type { VisitPin } from '#domain/visits/visit.views.js';
import { metresBetween } from '../kit/visits/distance.js';

/**
 * Straight-line distance and minutes from the end of a stop to the next one. Visits that overlap
 * have no minutes between them.
 */
export interface Way {
  readonly metres: number;
  readonly minutes: number | undefined;
}

/** Visit of a day. */
export interface Stop {
  readonly pin: VisitPin;
  readonly number: number;
  /** Way from the visit before; undefined for the first stop. */
  readonly way?: Way;
}

/** Greatest possible speed: 120 km/h. */
const MAX_METRES_IN_MINUTE = 2_000;
/** Distance that may come from inexact locations alone. */
const INEXACT_METRES = 500;

/**
 * Whether somebody can have gone this way. Minutes are rounded, so one more is allowed. Between
 * visits that overlap there is no time.
 */
export function isPossible({ metres, minutes }: Way): boolean {
  const maxMinutes = minutes === undefined ? 0 : minutes + 1;
  return metres <= Math.max(INEXACT_METRES, MAX_METRES_IN_MINUTE * maxMinutes);
}

const MINUTE_MS = 60_000;

/** Minutes between two instants; undefined if the second is earlier. */
function minutesBetween(from: string, to: string): number | undefined {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / MINUTE_MS);
  return minutes < 0 ? undefined : minutes;
}

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

/** Sums of a day: straight distance between stops, and minutes at any of them. */
export function routeTotals(stops: readonly Stop[]): {
  readonly metres: number;
  readonly minutes: number;
} {
  let [onSiteMs, countedUntil] = [0, 0];
  for (const { pin } of stops) {
    const [start, end] = [Date.parse(pin.startedAt), Date.parse(pin.endedAt)];
    onSiteMs += Math.max(0, end - Math.max(start, countedUntil));
    countedUntil = Math.max(countedUntil, end);
  }
  return {
    metres: stops.reduce((total, { way }) => total + (way?.metres ?? 0), 0),
    minutes: Math.round(onSiteMs / MINUTE_MS),
  };
}
