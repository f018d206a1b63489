/**
 * Functions of all scripts: they install missing packages and build changed sources, with a line of
 * output for each step.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const print = (line) => process.stdout.write(`${line}\n`);

/** Error that a person at the terminal can mend. Shown as its message, without a stack. */
export class ScriptError extends Error {}

/** Lowest minor version of each supported major version of Node. */
const MIN_MINOR_VERSIONS = { 20: 19, 22: 12, 24: 0 };

/** @throws ScriptError if this version of Node is not supported */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isOldMinor = minor < MIN_MINOR_VERSIONS[major];
  const isOldMajor = major < 24 && !(major in MIN_MINOR_VERSIONS);
  if (isOldMinor || isOldMajor)
    throw new ScriptError(
      `Fieldtrace needs Node 22.12 or newer (22, 24), or at least 20.19; this is ${process.version}.`,
    );
  if (major === 20)
    print(
      'Node 20 has no security updates since April 2026: use Node 22 or 24 where people rely on it.',
    );
}

/**
 * Runs a program in the project's folder or another. Returns its exit code and, if `quiet`, its
 * output. Processes that an `isGroup` program leaves behind are killed with it.
 */
export function run(command, args, { quiet = false, env = {}, isGroup = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      detached: isGroup,
    });
    if (isGroup) {
      const endGroup = () => killGroup(child.pid);
      process.once('exit', endGroup);
      child.once('exit', () => {
        process.off('exit', endGroup);
        endGroup();
      });
    }
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** Runs a program of a package with this version of Node, without a shell. */
export const runPackage = (file, args, options) =>
  run(process.execPath, [join(root, 'node_modules', file), ...args], options);

const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a step, and prints a line before and after it. */
async function runStep(name, work) {
  print(`${name} …`);
  const since = performance.now();
  const { code, output } = await work();
  if (code !== 0) throw new ScriptError(`${output}\n${name} failed.`);
  print(`${name}: done in ${secondsSince(since)}`);
}

/** Whether the packages were installed after the lock file last changed. */
const isInstalled = () => {
  const installed = join(root, 'node_modules', '.package-lock.json');
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  );
};
/** npm links each workspace that it installs. */
const hasTestTools = () => existsSync(join(root, 'node_modules', 'fieldtrace-test-tools'));

/**
 * Installs packages that are missing. `withTestTools` adds those of test/tools/package.json: test
 * runners, linters, the type checker.
 */
export async function installWhatIsMissing({ withTestTools = hasTestTools() } = {}) {
  if (isInstalled() && (hasTestTools() || !withTestTools)) return;
  // The lock file is not written, because each version of npm formats it differently.
  const options = [
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--no-save',
    '--loglevel=error',
    ...(withTestTools ? [] : ['--workspaces=false']),
  ];
  await runStep('Installing packages (once; a minute or two)', () =>
    run('npm', ['install', ...options], { quiet: true, env: { NODE_ENV: '' } }),
  );
  // npm does not touch this file if nothing was missing; its time tells `isInstalled`.
  const installed = join(root, 'node_modules', '.package-lock.json');
  writeFileSync(installed, readFileSync(installed));
}

/**
 * Programs by the word that `npm start` and `npm run` take. Each path is the source and, in `dist`,
 * its build.
 */
export const programs = {
  everything: 'backend/src/all-in-one',
  backend: 'backend/src/main',
  projections: 'projections/src/main',
  workers: 'workers/src/main',
  demo: 'backend/src/demo/run-demo',
  tombstones: 'workers/src/tombstones',
  erasures: 'workers/src/erasures',
  move: 'workers/src/move',
  organization: 'workers/src/organization',
  backup: 'workers/src/backup',
  restore: 'backend/src/restore',
  'build-views': 'backend/src/build-views',
  'upgrade-check': 'backend/src/upgrade-check',
  verify: 'backend/src/verify',
  drill: 'backend/src/drill',
  keys: 'workers/src/keys',
  notary: 'workers/src/notary',
};

/** Folders and files from which each part is built. */
const serverSources = [
  'domain/src',
  'platform/src',
  'backend/src',
  'projections/src',
  'workers/src',
  'backend/rolldown.config.mjs',
  'backend/scripts/tooling.mjs',
  'package-lock.json',
];
const frontendSources = [
  'frontend',
  'domain/src',
  'package-lock.json',
  'backend/scripts/tooling.mjs',
];
const verifierSources = [
  'frontend/verifier',
  'frontend/src/styles',
  'platform/src/proof',
  'platform/src/event-log/canonical.ts',
  'package-lock.json',
];
const isSource = (path) => !/\.(spec|contract|e2e)\.tsx?$|(^|\/)testing(\/|$)/.test(path);

/** Hash that changes when a source is added, changed or removed. */
function computeFingerprint(places) {
  const hash = createHash('sha1');
  const add = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stats) return;
    if (!isSource(path)) return;
    if (stats.isDirectory())
      for (const entry of readdirSync(join(root, path)).sort()) add(`${path}/${entry}`);
    else hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
  };
  places.forEach(add);
  return hash.digest('hex');
}

const dist = join(root, 'dist');
/** File with the fingerprint of the sources from which a part was built. */
const stampPath = (part) => join(dist, `.built-${part}`);

async function buildPart(part, places, name, work) {
  const sourcesFingerprint = computeFingerprint(places);
  const stamp = stampPath(part);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesFingerprint) return;
  rmSync(stamp, { force: true });
  await runStep(name, work);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, sourcesFingerprint);
}

export const buildServers = () =>
  buildPart('servers', serverSources, 'Building the servers', bundleServers);

/**
 * Bundles the servers without checking types, which `npm test` does. Runs in a process of its own,
 * so that the compiler's memory is freed.
 */
async function bundleServers() {
  for (const folder of [
    ...new Set(Object.values(programs).map((program) => program.split('/')[0])),
    'chunks',
  ])
    rmSync(join(dist, folder), { recursive: true, force: true });
  return runPackage(
    'rolldown/bin/cli.mjs',
    ['-c', 'backend/rolldown.config.mjs', '--logLevel', 'warn'],
    { quiet: true },
  );
}

export const buildFrontend = () => waitForAllParts(buildWebApp(), buildVerifier());

const buildWebApp = () =>
  buildPart('frontend', frontendSources, 'Building the web app', async () => {
    const built = await runPackage(
      'vite/bin/vite.js',
      ['build', '-c', 'frontend/vite.config.ts', '--logLevel', 'warn'],
      {
        quiet: true,
        env: { NODE_ENV: 'production' },
      },
    );
    if (built.code === 0) await compressFiles(join(dist, 'frontend'));
    return built;
  });

/** Page that checks proofs without a network: one file, dist/verifier/verify.html. */
const buildVerifier = () =>
  buildPart('verifier', verifierSources, 'Building the page that checks proofs', () =>
    runPackage(
      'vite/bin/vite.js',
      ['build', '-c', 'frontend/verifier/vite.config.ts', '--logLevel', 'warn'],
      { quiet: true, env: { NODE_ENV: 'production' } },
    ),
  );

const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/;
const MIN_COMPRESSED_BYTES = 256;
/** Quality 11 takes three times as long, for 2 % fewer bytes. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Compresses each text file with brotli and with gzip, so that no request has to. */
async function compressFiles(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, path));
  const files = paths.filter(
    (path) => compressible.test(path) && statSync(path).size >= MIN_COMPRESSED_BYTES,
  );
  const write = async (file, ending, compress, options = {}) =>
    writeFileSync(`${file}${ending}`, await promisify(compress)(readFileSync(file), options));
  await Promise.all(
    files.flatMap((file) => [
      write(file, '.br', brotliCompress, brotliQuality),
      write(file, '.gz', gzip),
    ]),
  );
}

/** Builds all parts whose sources have changed, at the same time. */
export const buildWhatChanged = () => waitForAllParts(buildServers(), buildFrontend());

/** Waits for all parts, also if one fails. */
async function waitForAllParts(...parts) {
  const outcomes = await Promise.allSettled(parts);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Runs a script's work; a ScriptError is shown as its message, everything else with its stack. */
export async function runMain(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof ScriptError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}
