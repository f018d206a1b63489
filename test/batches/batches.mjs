/**
 * Makes files that load several specs each. Jest reloads every module for each file that it runs,
 * which costs a third of the processor time of specs.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { BATCH_FOLDER_PREFIX, isSlow } from './slow-specs-first.mjs';

/** Bytes of specs in one batch: few enough that the workers end at the same time. */
const BATCH_BYTES = 40_000;

/**
 * Specs that run alone: those of components, whose page and stores outlive a spec, and slow ones,
 * which start first.
 */
const isAlone = (spec) => isSlow(spec) || readFileSync(spec, 'utf8').includes('@jest-environment');

/**
 * Writes batches into a folder that Jest searches. They are removed when the process ends.
 * @param {string} root the repository
 * @param {string[]} specs absolute paths
 * @returns {string[]} paths for Jest: the batches, and the specs that run alone
 */
export function writeBatches(root, specs) {
  mkdirSync(dirname(join(root, BATCH_FOLDER_PREFIX)), { recursive: true });
  const folder = mkdtempSync(join(root, BATCH_FOLDER_PREFIX));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const batches = [];
  let bytes = Infinity;
  // Specs of the same folder share most of their imports.
  for (const spec of specs.filter((path) => !isAlone(path)).toSorted()) {
    if (bytes >= BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1).push(spec);
    bytes += statSync(spec).size;
  }
  const files = batches.map((batch, number) => {
    const path = join(folder, `${number}.spec.ts`);
    writeFileSync(path, codeOf(root, batch));
    return path;
  });
  return [...files, ...specs.filter(isAlone)];
}

const codeOf = (root, specs) =>
  [
    `import { loadSpec } from '${join(root, 'test/batches/load-spec.ts')}';`,
    ...specs.map((spec) => `await loadSpec('${relative(root, spec)}', () => import('${spec}'));`),
    '',
  ].join('\n');
