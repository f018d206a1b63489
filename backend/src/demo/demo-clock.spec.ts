import { expect, test } from '@jest/globals';
import { runAt, demoClock, startDemoClock, stopDemoClock } from './demo-clock.js';

test('stopping the clock of one demo does not change the time of another', async () => {
  startDemoClock();
  startDemoClock();
  const now = runAt('2026-09-01T04:30:00.000Z', async () => {
    await Promise.resolve();
    stopDemoClock();
    await Promise.resolve();
    return demoClock.now();
  });
  expect(await now).toBe('2026-09-01T04:30:00.000Z');
  stopDemoClock();
  expect(runAt('2026-09-01T04:30:00.000Z', demoClock.now)).toBe('2026-09-01T04:30:00.000Z');
});
