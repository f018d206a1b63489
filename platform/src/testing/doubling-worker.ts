import { setTimeout as pause } from 'node:timers/promises';
import { answerInThisThread } from '../common/answering-worker.js';

/**
 * Worker thread for specs: doubles a number after as many milliseconds, ends at zero, and runs out
 * of memory for a fraction.
 */
answerInThisThread(
  async (number: number) => {
    if (number < 0) throw new RangeError('A name that nobody may read');
    if (number === 0) process.exit();
    const filled: number[][] = [];
    while (!Number.isInteger(number)) filled.push(Array.from({ length: 1_000_000 }, () => number));
    await pause(number);
    return 2 * number;
  },
  async () => undefined,
);
