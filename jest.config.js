import { withWords } from './frontend/with-words.mjs';
import { swcOptions } from './platform/src/testing/swc-options.mjs';

const react = { runtime: 'automatic' };

/**
 * Unit, projection, contract and acceptance specs. The condition `source` makes them import
 * sources, never an old `dist`.
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
  // Restarts a worker that has grown, because Node never frees the modules of a finished spec. This
  // halves the processor time.
  workerIdleMemoryLimit: '700MB',
  // Specs wait for conditions; this is the limit for a hanging one on a loaded machine.
  testTimeout: 300_000,
};
