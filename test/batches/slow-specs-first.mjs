import { statSync } from 'node:fs';

/** Specs that take long although their files are short. */
const SLOW_SPECS = [
  'test/late-reactors.spec.ts',
  'backend/src/leads/lead-figures.spec.ts',
  'backend/src/lists-while-changing.spec.ts',
  'frontend/src/app/tabs.spec.ts',
];

export const isSlow = (path) => SLOW_SPECS.some((spec) => path.endsWith(spec));

/** Beginning of the path of each run's batches, below the repository. */
export const BATCHES = 'test/.cache/batches-';
const isBatch = (path) => path.includes(`/${BATCHES}`);

/**
 * Orders specs: slow ones first, so that none runs alone at the end, then batches, then the others
 * by the size of their files, as Jest does without a cache.
 */
export default class SlowSpecsFirst {
  sort(tests) {
    const weightOf = ({ path }) =>
      isSlow(path) ? Infinity : statSync(path).size + (isBatch(path) ? 1e9 : 0);
    return tests.toSorted((one, other) => {
      const [first, second] = [weightOf(one), weightOf(other)];
      return first === second ? 0 : second - first;
    });
  }

  allFailedTests = (tests) => tests;
  cacheResults() {}
}
