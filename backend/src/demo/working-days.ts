import type { Random } from './random.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** India's time zone is UTC+5:30 without summer time. */
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

/** India's day of an instant, `2026-11-21`. */
export const formatDay = (instant: number): string =>
  new Date(instant + INDIA_OFFSET_MS).toISOString().slice(0, 10);

/** Time of a working day from midnight to its beginning at nine, and from then to seven. */
const WORK_BEGINS_MS = 9 * HOUR_MS;
const WORKING_TIME_MS = 10 * HOUR_MS;

/** Attempts to find a working moment in a span, which may have few of them. */
const MAX_ATTEMPTS = 100;

/**
 * Random moment between two instants on a working day in India: Monday to Saturday, nine to seven.
 * A span without working hours gives its last instant.
 */
export function workingMoment(random: Random, from: number, until: number): number {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const moment = toWorkingHour(from + random.next() * (until - from), random);
    if (moment >= from && moment < until) return moment;
  }
  return until - 1;
}

/** Longest straight-line distance between two visits of a member on one day. */
const MAX_DISTANCE_KM = 40;
const MINUTE_MS = 60_000;
/** Time between two visits of a member: 10 minutes, and 2 for each kilometre, rounded. */
const travelMs = (km: number): number => Math.round(10 + 2 * km) * MINUTE_MS;
/** Time between the last visit and midnight. */
const NIGHT_MS = 3.5 * HOUR_MS;

const KM_IN_DEGREE = 111.2;

type Site = { readonly lat: number; readonly lng: number };

/** Distance between two sites on a plane, which is exact enough within a day's reach. */
function kmBetween(one: Site, other: Site): number {
  const longitudeScale = Math.cos((one.lat * Math.PI) / 180);
  return KM_IN_DEGREE * Math.hypot(one.lat - other.lat, (one.lng - other.lng) * longitudeScale);
}

type BookedVisit = { readonly from: number; readonly until: number; readonly site: Site };

/** Members' visits, so that nobody is at two sites at once, or far away on one day. */
export class VisitAgenda {
  private readonly visits = new Map<string, BookedVisit[]>();

  /**
   * Books the first free time of the day from an instant on, and returns its start. Undefined if
   * the visit would end in the night, or if another visit of the day is too far away.
   */
  book(memberId: string, from: number, durationMs: number, site: Site): number | undefined {
    const booked = this.visits.get(memberId) ?? [];
    let start = from;
    for (const each of booked) {
      const km = kmBetween(each.site, site);
      if (km > MAX_DISTANCE_KM && formatDay(each.from) === formatDay(from)) return undefined;
      const pauseMs = travelMs(km);
      if (each.from < start + durationMs + pauseMs && start < each.until + pauseMs)
        start = each.until + pauseMs;
    }
    const isSameDay = formatDay(start + durationMs + NIGHT_MS) === formatDay(from);
    if (!isSameDay) return undefined;
    booked.push({ from: start, until: start + durationMs, site });
    booked.sort((one, other) => one.from - other.from);
    this.visits.set(memberId, booked);
    return start;
  }
}

/** Random working hour of the same day; a Sunday moves to Monday. */
export function toWorkingHour(instant: number, random: Random): number {
  const midnight = Math.floor((instant + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS;
  const isSunday = new Date(midnight).getUTCDay() === 0;
  return (
    midnight -
    INDIA_OFFSET_MS +
    (isSunday ? DAY_MS : 0) +
    WORK_BEGINS_MS +
    Math.floor(random.next() * WORKING_TIME_MS)
  );
}
