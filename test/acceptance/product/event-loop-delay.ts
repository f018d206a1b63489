import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Consecutive steps, in this process and others, that a busy machine may each delay. */
const hops = 5;

/**
 * How much later something may come because the machine is busy with other things: measured at this
 * process, which waits for nothing else meanwhile. Answers how to ask for it, in milliseconds.
 */
export function measureEventLoopDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    return (hops * delay.max) / 1e6;
  };
}
