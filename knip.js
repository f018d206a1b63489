import { readFileSync } from 'node:fs';

/**
 * Packages that tests, linters and the type checker need. They have their own workspace, which `npm
 * start` does not install.
 */
const testTools = JSON.parse(
  readFileSync(new URL('test/tools/package.json', import.meta.url), 'utf8'),
).devDependencies;

export default {
  ignoreWorkspaces: ['test/tools'],
  workspaces: {
    '.': {
      // Files that are started by their path. All others have to be imported by one of them, by a
      // test, or by a tool's configuration.
      entry: [
        'backend/scripts/{start,build,nest-build,release}.mjs',
        '{backend,projections,workers}/src/main.ts',
        'backend/src/{all-in-one,build-views,drill,restore,upgrade-check,verify}.ts',
        'backend/src/demo/run-demo.ts',
        'backend/src/api/files/formats/decoder-process.ts',
        'workers/src/{backup,erasures,keys,move,notary,organization,tombstones}.ts',
        '{platform,projections}/src/**/*-worker.ts',
        '{platform,projections}/src/testing/{register-typescript.mjs,arm-failpoints.ts}',
        '{platform,projections}/src/testing/**/*-process.ts',
        'bench/src/{run,lane-process,benches/attacker}.ts',
        'test/servers/programs/{server-pool,committing-process}.ts',
        'test/servers/event-store-stand-in/main.ts',
        'docker/*.js',
        'frontend/service-worker/service-worker.ts',
        'test/browser-environment.mjs',
        'test/commit-subjects.mjs',
        'test/proof/compare-trees.ts',
      ],
      project: [
        '{domain,platform,backend,projections,workers,bench,test}/**/*.{ts,mjs}',
        'frontend/**/*.{ts,tsx,css,js,mjs}',
      ],
      // The condition `source` of package.json's imports.
      paths: {
        '#domain/*.js': ['./domain/src/*.ts'],
        '#platform/*.js': ['./platform/src/*.ts'],
        '#backend/*.js': ['./backend/src/*.ts'],
        '#projections/*.js': ['./projections/src/*.ts'],
        '#workers/*.js': ['./workers/src/*.ts'],
      },
      // Named here, because knip does not find the packages of these tools in their workspace.
      jest: { config: ['jest.config.js'], entry: ['**/*.spec.{ts,tsx}'] },
      eslint: { config: ['eslint.config.mjs'] },
      vite: { config: ['frontend/vite.config.ts', 'frontend/verifier/vite.config.ts'] },
      rolldown: { config: ['backend/rolldown.config.mjs'] },
      typescript: {
        config: [
          'tsconfig.json',
          'frontend/tsconfig.json',
          'frontend/service-worker/tsconfig.json',
          'frontend/verifier/tsconfig.json',
          'test/browser/tsconfig.json',
        ],
      },
      playwright: { config: ['test/playwright.config.ts', 'test/screenshots.config.ts'] },
      'dependency-cruiser': { config: ['test/imports/dependency-rules.mjs'] },
    },
  },
  ignoreDependencies: [
    ...Object.keys(testTools),
    // Named by nest-cli.json; a dependency of @nestjs/cli.
    '@nestjs/schematics',
    // Not imported; its files are served at /api/docs.
    'swagger-ui-dist',
  ],
  // Named by specs of components; jest resolves it from the root.
  ignoreUnresolved: ['./test/browser-environment.mjs'],
  // Test tools, and programs of the system that tests of full disks, TLS and PDFs need.
  ignoreBinaries: [
    'prettier',
    'playwright',
    'mount',
    'umount',
    'openssl',
    'pdfimages',
    'pdftotext',
    'pdffonts',
    'pdftoppm',
  ],
};
