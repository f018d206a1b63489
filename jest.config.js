/** Unit, projection, contract and acceptance specs. Sources are read as they are (condition `source`), never an old `dist`. */
const swc = [
  '@swc/jest',
  {
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
  },
];

export default {
  rootDir: '.',
  roots: ['<rootDir>/domain', '<rootDir>/platform', '<rootDir>/backend', '<rootDir>/projections', '<rootDir>/workers', '<rootDir>/frontend', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test/browser/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  transform: { '^.+\\.tsx?$': swc },
  maxWorkers: 2,
  testTimeout: 20_000,
};
