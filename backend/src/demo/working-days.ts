import type { Random } from './random.js';

export const anHour = 3_600_000;
export const aDay = 24 * anHour;
/** India has one zone, half an hour beside the full ones, and no summer time. */
const indiaAhead = 5.5 * anHour;

/** The day of an instant in India, `2026-11-21`. */
export const dayOf = (instant: number): string =>
  new Date(instant + indiaAhead).toISOString().slice(0, 10);

/**
 * A moment of a working day, Monday to Saturday from nine to seven in India, between two instants.
 */
export function workingMoment(random: Random, from: number, until: number): number {
  const moment = atWork(from + random.next() * (until - from), random);
  return moment < until && moment >= from
    ? moment
    : Math.floor(from + random.next() * (until - from));
}

/** A working hour on the same day; Monday instead of Sunday. */
export function atWork(instant: number, random: Random): number {
  const midnight = Math.floor((instant + indiaAhead) / aDay) * aDay;
  const isSunday = new Date(midnight).getUTCDay() === 0;
  return (
    midnight -
    indiaAhead +
    (isSunday ? aDay : 0) +
    9 * anHour +
    Math.floor(random.next() * 10 * anHour)
  );
}
