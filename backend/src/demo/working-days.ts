import type { Random } from './random.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** India's time zone is UTC+5:30 without summer time. */
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

/** India's day of an instant, `2026-11-21`. */
export const dayOf = (instant: number): string =>
  new Date(instant + INDIA_OFFSET_MS).toISOString().slice(0, 10);

/**
 * Random moment between two instants on a working day in India: Monday to Saturday, nine to seven.
 */
export function workingMoment(random: Random, from: number, until: number): number {
  const moment = atWork(from + random.next() * (until - from), random);
  return moment < until && moment >= from
    ? moment
    : Math.floor(from + random.next() * (until - from));
}

/** Random working hour of the same day; a Sunday moves to Monday. */
export function atWork(instant: number, random: Random): number {
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
