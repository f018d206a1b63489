import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Number of sequential steps that a busy machine may delay. */
const hops = 5;

/**
 * Measures how much later a busy machine runs timers of this otherwise idle process.
 * @returns function that tells the delay in milliseconds
 */
export function measureEventLoopDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    return (hops * delay.max) / 1e6;
  };
}
