import { setTimeout as wait } from 'node:timers/promises';
import { injection } from './failpoint.js';

export abstract class Clock {
  /** Time in UTC as ISO 8601. */
  abstract now(): string;
  /** Ends early when the signal aborts. */
  abstract pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Ends early when the signal aborts. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

/** System clock. Tests can make its time jump; pauses keep their length. */
export const systemClock: Clock = {
  now: () => new Date(Date.now() + (injection()?.clockAheadMs() ?? 0)).toISOString(),
  pause,
};

/** Adds milliseconds to an instant; ISO 8601 in UTC. */
export const addMilliseconds = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

const HOUR_MS = 60 * 60_000;
/** Tolerance for timers that fire early, so that no hourly round is skipped. */
const ROUND_SLACK_MS = 5 * 60_000;

/** Whether something that is done each hour is due. */
export const isDueHourly = (doneAt: string | undefined, clock: Pick<Clock, 'now'>): boolean =>
  doneAt === undefined || addMilliseconds(doneAt, HOUR_MS - ROUND_SLACK_MS) <= clock.now();

/** Exponential back-off in milliseconds, with jitter. */
export const backOff = (
  failures: number,
  { first = 50, longest = 5_000 }: { readonly first?: number; readonly longest?: number } = {},
): number => Math.min(longest, first * 2 ** failures) * (0.5 + Math.random());
