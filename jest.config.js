import { withWords } from './frontend/with-words.mjs';
import { swcOptions } from './platform/src/testing/swc-options.mjs';

const react = { runtime: 'automatic' };

/**
 * Unit, projection, contract and acceptance specs. Sources are read as they are (condition
 * `source`), never an old `dist`.
 */
export default {
  rootDir: '.',
  roots: [
    '<rootDir>/domain',
    '<rootDir>/platform',
    '<rootDir>/backend',
    '<rootDir>/projections',
    '<rootDir>/workers',
    '<rootDir>/frontend',
    '<rootDir>/test',
  ],
  testMatch: ['**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/browser/', '/test/.cache/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '\\.(css|svg)$': '<rootDir>/test/style-stub.mjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testEnvironment: '<rootDir>/test/batches/node-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  setupFilesAfterEnv: ['<rootDir>/test/query-timeout.mjs'],
  transform: {
    '/frontend/src/.+\\.ts$': ['@swc/jest', withWords('.ts', react)],
    '\\.ts$': ['@swc/jest', swcOptions],
    '\\.tsx$': ['@swc/jest', withWords('.tsx', react)],
  },
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/batches/slow-specs-first.mjs',
  // Node never frees the modules of a spec that has ended: a worker that has grown starts anew,
  // which halves the processor time.
  workerIdleMemoryLimit: '700MB',
  // Specs wait for conditions: this is how long a loaded machine may take until something that
  // hangs has failed.
  testTimeout: 300_000,
};
