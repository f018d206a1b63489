import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './command-handling/claims.js';

/** A clock whose pauses can be cut short. */
export interface AlarmClock extends Clock {
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: AlarmClock = {
  now: () => new Date().toISOString(),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => undefined),
};
