import { statSync } from 'node:fs';

/** Specs that take long although their files are short. */
const SLOW_SPECS = [
  'test/late-reactors.spec.ts',
  'backend/src/leads/lead-figures.spec.ts',
  'backend/src/lists-while-changing.spec.ts',
  'frontend/src/app/tabs.spec.ts',
];

export const isSlow = (path) => SLOW_SPECS.some((spec) => path.endsWith(spec));

/** Beginning of the name of each run's folder of batches, from the root of the repository. */
export const BATCH_FOLDER_PREFIX = 'test/.cache/batches-';
const isBatch = (path) => path.includes(`/${BATCH_FOLDER_PREFIX}`);
/** Added to a batch's file size, so that it counts as larger than any spec. */
const BATCH_WEIGHT = 1e9;

/**
 * Orders specs: slow ones first, so that none runs alone at the end, then batches, then the others
 * by the size of their files, as Jest does without a cache.
 */
export default class SlowSpecsFirst {
  sort(tests) {
    const weightOf = ({ path }) =>
      isSlow(path) ? Infinity : statSync(path).size + (isBatch(path) ? BATCH_WEIGHT : 0);
    return tests.toSorted((one, other) => {
      const [weight, otherWeight] = [weightOf(one), weightOf(other)];
      // The difference of two infinite weights would be NaN.
      return weight === otherWeight ? 0 : otherWeight - weight;
    });
  }

  allFailedTests = (tests) => tests;
  cacheResults() {}
}
