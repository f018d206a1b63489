import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bundleTab } from './testing/tabs.js';
import { run, tryRun } from './testing/world.js';

const isThorough = process.env['THOROUGH'] === '1';

test('three tabs lose nothing that was typed, and show what the server has', async () => {
  const evaluate = bundleTab();
  const property = fc.asyncProperty(run, async (each) => expect(await tryRun(evaluate, each)).toEqual([]));
  // new orders of steps are looked for in the thorough run only
  await fc.assert(property, { ...(isThorough ? { numRuns: 10_000 } : { numRuns: 20, seed: 35 }), endOnFailure: true });
}, 10_800_000);
