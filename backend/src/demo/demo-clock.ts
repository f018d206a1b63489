import { type AlarmClock, systemClock } from '#platform/clock.js';
import { AsyncLocalStorage } from 'node:async_hooks';

const moment = new AsyncLocalStorage<string>();

/**
 * The system's clock, except inside `at`: there it stands where the demo is. So the days of a demo pass through the same
 * command handling that serves people meanwhile, and their commands are dated by the real time.
 */
export const demoClock: AlarmClock = {
  now: () => moment.getStore() ?? systemClock.now(),
  pause: (milliseconds, signal) => systemClock.pause(milliseconds, signal),
};

export const at = <Result>(instant: string, work: () => Result): Result => moment.run(instant, work);

/** Following calls around costs every promise of the process a little: ended with the demo. */
export const stopMoving = (): void => moment.disable();
