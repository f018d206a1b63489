import { type Clock, systemClock } from '#platform/common/clock.js';
import { AsyncLocalStorage } from 'node:async_hooks';

const demoTime = new AsyncLocalStorage<string>();

/**
 * System clock, except inside `runAt`, where it shows the demo's time. So demo commands use the
 * ordinary command handling, while people's commands keep the real time.
 */
export const demoClock: Clock = {
  now: () => demoTime.getStore() ?? systemClock.now(),
  pause: (milliseconds, signal) => systemClock.pause(milliseconds, signal),
};

export const runAt = <Result>(instant: string, work: () => Result): Result =>
  demoTime.run(instant, work);

let runningDemos = 0;

/** Counts a demo that is being filled. Several may be filled at once. */
export const startDemoClock = (): void => {
  runningDemos++;
};

/**
 * Stops the demo's clock after the last demo, because `AsyncLocalStorage` slows every promise of
 * the process a little.
 */
export const stopDemoClock = (): void => {
  if (--runningDemos === 0) demoTime.disable();
};
