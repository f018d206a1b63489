import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { programs, root } from './scripts/tooling.mjs';

/** Native packages, and packages that few installations load. They are not bundled. */
const unbundledPackages = [
  'libsql',
  'sharp',
  '@myriaddreamin/typst-ts-node-compiler',
  'mongodb',
  'ioredis',
  'bullmq',
  '@eventstore/db-client',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
];
/** Optional packages that Nest tries to load and can do without. */
const optionalPackages = [
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
];

/** Worker threads and child processes that the programs start, by the name of their import. */
const childPrograms = {
  logCheckWorker: 'workers/src/log-check-worker',
  viewCheckWorker: 'projections/src/view-check-worker',
  pastWorker: 'projections/src/past-worker',
  historyWorker: 'backend/src/history-worker',
  rebuildWorker: 'projections/src/rebuild-worker',
  decoder: 'backend/src/api/files/formats/decoder-process',
  pdf: 'workers/src/documents/pdf-process',
};
const sources = Object.values({ ...programs, ...childPrograms });

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Commit that is built. An image is built without git's folder, so BUILD_COMMIT may name it. */
function readCommit() {
  if (process.env.BUILD_COMMIT) return process.env.BUILD_COMMIT;
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], options).trim();
  } catch {
    return 'unknown';
  }
}

/**
 * Bundles each program into a file, and shared code into chunks, together with packages of hundreds
 * of small modules (docs/decisions/servers-are-bundled.md). Classes keep their names, which Nest
 * and the log show.
 */
export default defineConfig({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(sources.map((source) => [source, `${source}.ts`])),
  external: [...unbundledPackages, ...optionalPackages].map((name) => new RegExp(`^${name}(/|$)`)),
  resolve: { conditionNames: ['source', 'node'] },
  // Tree shaking would remove calls whose result is not used, such as `new URL(…)`, although their
  // errors are needed.
  treeshake: false,
  // Options of tsconfig.json are repeated here, because an image is built without that file.
  tsconfig: false,
  transform: {
    target: 'es2023',
    decorator: { legacy: true, emitDecoratorMetadata: true },
    define: { BUILD_VERSION: JSON.stringify(version), BUILD_COMMIT: JSON.stringify(readCommit()) },
  },
  output: {
    dir: join(root, 'dist'),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minify: false,
    minifyInternalExports: false,
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
