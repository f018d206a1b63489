import { expect, test } from '@jest/globals';
import { limitConcurrency } from './limit-concurrency.js';

test('runs two tasks at once, in order, and continues after a failure', async () => {
  const twoAtOnce = limitConcurrency(2);
  let running = 0;
  let maxRunning = 0;
  const startedNumbers: number[] = [];
  const task = (number: number) => async (): Promise<number> => {
    startedNumbers.push(number);
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    if (number === 2) throw new Error('cut');
    return number;
  };
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((number) => twoAtOnce(task(number))),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(startedNumbers).toEqual([1, 2, 3, 4, 5]);
  expect(maxRunning).toBe(2);
});
