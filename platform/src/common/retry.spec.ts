import { expect, test } from '@jest/globals';
import { keepRunning, retry } from './retry.js';

const pauses: number[] = [];
const clock = { pause: async (milliseconds: number) => void pauses.push(milliseconds) };

test('repeats a step until it succeeds, with growing pauses', async () => {
  let tries = 0;
  pauses.length = 0;
  const failures: number[] = [];
  const answer = await retry(
    async () => {
      if (++tries < 4) throw new Error('not yet');
      return 'done';
    },
    { clock, onFailure: (_, count) => failures.push(count), backOff: { first: 10, longest: 25 } },
  );
  expect([answer, failures]).toEqual(['done', [1, 2, 3]]);
  // Jitter multiplies 10, 20 and 25 ms by 0.5 to 1.5.
  for (const [index, pauseMs] of [10, 20, 25].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(0.5 * pauseMs);
    expect(pauses[index]).toBeLessThan(1.5 * pauseMs);
  }
});

test('throws an error that `onFailure` throws', async () => {
  const lasting = new Error('lasting');
  const onFailure = (error: unknown) => {
    throw error;
  };
  await expect(retry(() => Promise.reject(lasting), { clock, onFailure })).rejects.toBe(lasting);
});

test('throws the last error when the signal aborts during a pause', async () => {
  const ending = new AbortController();
  const waiting = async () => ending.abort();
  await expect(
    retry(() => Promise.reject(new Error('away')), {
      signal: ending.signal,
      clock: { pause: waiting },
      onFailure: () => {},
    }),
  ).rejects.toThrow('away');
});

test('counts failures from the last recovery', async () => {
  const failures: number[] = [];
  let tries = 0;
  await retry(
    async (resetBackOff) => {
      if (++tries === 3) resetBackOff();
      if (tries < 5) throw new Error('away');
    },
    { clock, onFailure: (_, count) => failures.push(count) },
  );
  expect(failures).toEqual([1, 2, 1, 2]);
});

test('keeps a step running until the signal aborts, whether it ends or fails', async () => {
  const ending = new AbortController();
  let runs = 0;
  await keepRunning(
    async () => {
      runs++;
      if (runs === 2) throw new Error('away');
      if (runs === 4) ending.abort();
    },
    { signal: ending.signal, clock, onFailure: () => {} },
  );
  expect(runs).toBe(4);
});
