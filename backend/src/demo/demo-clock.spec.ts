import { expect, test } from '@jest/globals';
import { at, demoClock, startMoving, stopMoving } from './demo-clock.js';

test('a demo that ends leaves another one its days', async () => {
  startMoving();
  startMoving();
  const now = at('2026-09-01T04:30:00.000Z', async () => {
    await Promise.resolve();
    stopMoving();
    await Promise.resolve();
    return demoClock.now();
  });
  expect(await now).toBe('2026-09-01T04:30:00.000Z');
  stopMoving();
  expect(at('2026-09-01T04:30:00.000Z', demoClock.now)).toBe('2026-09-01T04:30:00.000Z');
});
