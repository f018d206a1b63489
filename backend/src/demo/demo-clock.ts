import { type Clock, systemClock } from '#platform/common/clock.js';
import { AsyncLocalStorage } from 'node:async_hooks';

const moment = new AsyncLocalStorage<string>();

/**
 * The system's clock, except inside `at`: there it stands where the demo is. So the days of a demo
 * pass through the same command handling that serves people meanwhile, and their commands are dated
 * by the real time.
 */
export const demoClock: Clock = {
  now: () => moment.getStore() ?? systemClock.now(),
  pause: (milliseconds, signal) => systemClock.pause(milliseconds, signal),
};

export const at = <Result>(instant: string, work: () => Result): Result =>
  moment.run(instant, work);

let moving = 0;

/** A demo begins to move through its days: beside the sandbox another may be filled. */
export const startMoving = (): void => {
  moving++;
};

/**
 * Following calls around costs every promise of the process a little: ended with the last demo,
 * whose steps it would take the time from.
 */
export const stopMoving = (): void => {
  if (--moving === 0) moment.disable();
};
