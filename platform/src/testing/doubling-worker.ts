import { setTimeout as pause } from 'node:timers/promises';
import { answerInThisThread } from '../common/answering-worker.js';

/**
 * Worker thread for specs: doubles a number after as many milliseconds, ends at zero, and runs out
 * of memory for a fraction.
 */
answerInThisThread(
  async (asked: number) => {
    if (asked < 0) throw new RangeError('A name that nobody may read');
    if (asked === 0) process.exit();
    const filled: number[][] = [];
    while (!Number.isInteger(asked)) filled.push(Array.from({ length: 1_000_000 }, () => asked));
    await pause(asked);
    return 2 * asked;
  },
  async () => undefined,
);
