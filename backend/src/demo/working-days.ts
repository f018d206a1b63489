import type { Random } from './random.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** India's time zone is UTC+5:30 without summer time. */
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

/** India's day of an instant, `2026-11-21`. */
export const dayOf = (instant: number): string =>
  new Date(instant + INDIA_OFFSET_MS).toISOString().slice(0, 10);

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

/** Time between two visits of a member: a way through a town. */
const WAY_MS = 25 * 60_000;
/** Time between the last visit and midnight. */
const NIGHT_MS = 3.5 * HOUR_MS;

/** Times of the members' visits, so that nobody is at two sites at once. */
export class VisitAgenda {
  private readonly visits = new Map<string, { readonly from: number; readonly until: number }[]>();

  /**
   * Books the first free time of the day from an instant on, and returns its start. Undefined if
   * the visit would end in the night.
   */
  book(memberId: string, from: number, durationMs: number): number | undefined {
    const booked = this.visits.get(memberId) ?? [];
    let start = from;
    for (const each of booked)
      if (each.from < start + durationMs + WAY_MS && start < each.until + WAY_MS)
        start = each.until + WAY_MS;
    const isSameDay = dayOf(start + durationMs + NIGHT_MS) === dayOf(from);
    if (!isSameDay) return undefined;
    booked.push({ from: start, until: start + durationMs });
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
    9 * HOUR_MS +
    Math.floor(random.next() * 10 * HOUR_MS)
  );
}
