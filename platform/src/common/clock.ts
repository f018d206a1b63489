import { setTimeout as later } from 'node:timers/promises';

export abstract class Clock {
  /** As ISO 8601, in UTC. */
  abstract now(): string;
  /** Ends early when the signal is aborted. */
  abstract pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A request asks several times, and hundreds come in the same moment: each is written once. */
let written = { at: NaN, text: '' };
function now(): string {
  const at = Date.now();
  if (at !== written.at) written = { at, text: new Date(at).toISOString() };
  return written.text;
}

/** Ends early when the signal is aborted. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> => later(milliseconds, undefined, { signal }).catch(() => undefined);

export const systemClock: Clock = { now, pause };
