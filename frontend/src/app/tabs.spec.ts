import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bundleTab } from './testing/tabs.js';
import { arbitraryRun, tryRun } from './testing/world.js';

const { THOROUGH, TABS_SEED, TABS_PATH, TABS_MINUTES = '170' } = process.env;
const isThorough = THOROUGH === '1';
// Random seeds are tried in the thorough run only.
const seed = Number(TABS_SEED ?? (isThorough ? Date.now() % 2 ** 31 : 35));
/** Limit of the thorough run, which takes `TABS_MINUTES`. */
const MAX_DURATION_MS = 3 * 60 * 60_000;
const evaluate = bundleTab();

test('equal seeds give equal runs', async () => {
  const [run] = fc.sample(arbitraryRun, { numRuns: 1, seed: 35 });
  const { nextRandom } = await tryRun(evaluate, run!);
  expect((await tryRun(evaluate, run!)).nextRandom).toBe(nextRandom);
});

test(
  'three tabs lose no typed data, and show the server’s state',
  async () => {
    let passedRuns = 0;
    const property = fc.asyncProperty(arbitraryRun, async (run) => {
      expect((await tryRun(evaluate, run)).violations).toEqual([]);
      passedRuns++;
    });
    const limits = isThorough
      ? { numRuns: 10_000, interruptAfterTimeLimit: Number(TABS_MINUTES) * 60_000 }
      : { numRuns: 4 };
    try {
      await fc.assert(property, {
        ...limits,
        seed,
        ...(TABS_PATH && { path: TABS_PATH }),
        endOnFailure: true,
      });
    } finally {
      if (isThorough) console.info(`Seed ${seed}: ${passedRuns} runs passed`);
    }
  },
  MAX_DURATION_MS,
);
