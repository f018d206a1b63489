import type { Clock } from './clock.js';
import { failpoint, reached } from './failpoints.js';

/** The clock itself, unless this process is armed to fail on purpose: then it may jump, forwards and back. Pauses last as long as they do. */
export const withJumps = (clock: Clock): Clock =>
  failpoint
    ? {
        now: () => new Date(Date.parse(clock.now()) + (reached('clock')?.milliseconds ?? 0)).toISOString(),
        pause: (milliseconds, signal) => clock.pause(milliseconds, signal),
      }
    : clock;
