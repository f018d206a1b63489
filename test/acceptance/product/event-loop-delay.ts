import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Number of timers that a measured action waits for one after another, each of which may be late.
 */
const SEQUENTIAL_STEPS = 5;

/**
 * Measures how much later a busy machine runs timers of this otherwise idle process.
 * @returns function that tells the delay in milliseconds
 */
export function measureEventLoopDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    return (SEQUENTIAL_STEPS * delay.max) / 1e6;
  };
}
