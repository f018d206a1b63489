/**
 * `npm test` runs the checks that must pass before a change is kept, the fastest first, and prints
 * count and time of each step. Arguments name the only steps to run: `node test/run.mjs lint
 * types`. `npm run test:all` adds steps that take long: faults, the product on the real servers,
 * several processes, other versions of Node, chaos, every browser test.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  buildWhatChanged,
  checkNode,
  installWhatIsMissing,
  root,
  run,
  runPackage,
  runMain,
} from '../backend/scripts/tooling.mjs';
import { debianProgram } from './debian-packages.mjs';
import { findMongod, installMongod } from './mongod.mjs';
import { findOrInstallNode, otherNodeVersions } from './node-versions.mjs';
import { startServerPool } from './servers/programs/server-pool.mjs';
import { writeBatches } from './batches/batches.mjs';
import { StepRunner, verdict } from './steps.mjs';

const success = { passed: 1, failed: 0 };
const quietOptions = { quiet: true };

const MEMORY_FOLDER = '/dev/shm';
const BYTES_FOR_TESTS = 4 * 2 ** 30;
const hasRoom = (folder) =>
  existsSync(folder) && statfsSync(folder).bavail * statfsSync(folder).bsize >= BYTES_FOR_TESTS;
/**
 * Folder of this run, for results and for the data of tests. It is in memory if there is room,
 * because a disk may take half a second to store a command.
 */
const runFolder = mkdtempSync(
  join(hasRoom(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'fieldtrace-test-'),
);
const dataInMemory = { TMPDIR: runFolder };
/**
 * Puts data on the real disk, for tests in which parts fail or are killed, and for specs of code
 * that writes files.
 */
const dataOnDisk = { TMPDIR: tmpdir() };

const chromium = debianProgram('chromium', {
  variable: 'CHROMIUM',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
});
const redis = debianProgram('redis-server', {
  variable: 'REDIS_SERVER',
  paths: ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
});
const nginx = debianProgram('nginx', {
  variable: 'NGINX',
  paths: ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'],
});
const faketime = debianProgram('libfaketime', {
  variable: 'FAKETIME_LIBRARY',
  paths: ['x86_64', 'aarch64'].map(
    (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
  ),
});
const poppler = debianProgram('pdftotext', {
  variable: 'PDFTOTEXT',
  paths: ['/usr/bin/pdftotext', '/opt/homebrew/bin/pdftotext'],
  packageName: 'poppler-utils',
});
const promtool = debianProgram('promtool', {
  variable: 'PROMTOOL',
  paths: ['/usr/bin/promtool', '/opt/homebrew/bin/promtool'],
  packageName: 'prometheus',
});
const go = debianProgram('go', {
  variable: 'GO',
  paths: ['/usr/local/go/bin/go', '/usr/bin/go', '/opt/homebrew/bin/go'],
  packageName: 'golang-go',
});
const python = debianProgram('python3', {
  variable: 'PYTHON',
  paths: ['/usr/bin/python3', '/usr/local/bin/python3', '/opt/homebrew/bin/python3'],
  packageName: 'python3',
});
const mongod = { find: findMongod, install: installMongod };

/** Programs that tests need besides our packages, and the steps that cannot run without them. */
const programs = [
  [chromium, 'the browser’s steps'],
  [mongod, 'what runs on the real servers'],
  [redis, 'what runs on the real servers'],
  [nginx, 'what runs behind the proxy'],
  [poppler, 'specs that read PDFs'],
  [python, 'the spec of docs/check-proof.py'],
];

async function install() {
  await installWhatIsMissing({ withTestTools: true });
  const notRun = [];
  for (const [program, steps] of programs) {
    const problem = (await program.find()) ? undefined : await program.install();
    if (problem) notRun.push(`${steps}: ${problem}`);
  }
  return { ...success, notRun };
}

async function build() {
  await buildWhatChanged();
  return success;
}

/**
 * Runs oxlint for rules that need types or concern React, ESLint for the other rules, and knip for
 * unused files, exports and packages (knip.js names the entries). Then checks that every text of a
 * screen is in frontend/src/words, and the subjects of new commits.
 */
async function lint() {
  return sumOutcomes([
    verdict(await runPackage('oxlint/bin/oxlint', [], quietOptions)),
    verdict(await runPackage('eslint/bin/eslint.js', ['--max-warnings', '0', '.'], quietOptions)),
    verdict(await runPackage('knip/bin/knip.js', ['--no-progress'], quietOptions)),
    verdict(await run(process.execPath, ['test/words.mjs', 'check'], quietOptions)),
    verdict(await run(process.execPath, ['test/commit-subjects.mjs'], quietOptions)),
  ]);
}

/**
 * Checks types with the native compiler. typescript-eslint and test/words.mjs need TypeScript 6,
 * which can be called from JavaScript.
 */
async function checkTypes() {
  const projects = [
    'tsconfig.json',
    'frontend/tsconfig.json',
    'frontend/service-worker/tsconfig.json',
    'frontend/verifier/tsconfig.json',
    'test/browser/tsconfig.json',
  ].filter((project) => existsSync(join(root, project)));
  const verdicts = [];
  for (const project of projects)
    verdicts.push(
      verdict(
        await runPackage('typescript-native/bin/tsc', ['--noEmit', '-p', project], quietOptions),
      ),
    );
  return sumOutcomes(verdicts);
}

const checkImports = async () =>
  verdict(
    await runPackage(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      [
        '--config',
        'test/imports/dependency-rules.mjs',
        '--output-type',
        'err',
        'domain',
        'platform',
        'backend',
        'projections',
        'workers',
        'frontend/src',
      ],
      quietOptions,
    ),
  );

/**
 * Specs beside the code that they test need no build. Specs of the running product and of faults
 * do.
 */
const codeSpecs = [
  'domain',
  'platform',
  'backend',
  'projections',
  'workers',
  'frontend',
  'bench',
  'test/imports',
  'test/golden',
  'test/lint',
  'test/[^/]+\\.spec\\.ts',
];
/**
 * Specs of the product on embedded parts. `test/commands` is not run on servers too, because it
 * opens the files of log and views.
 */
const productSpecs = ['test/acceptance', 'test/commands', 'test/proxy'];

/** Specs beside their code that kill processes. They run with the other fault tests. */
const faultSpecs = '\\.faults\\.spec\\.tsx?$';
const withoutFaults = `--testPathIgnorePatterns=/node_modules/|/dist/|/test/browser/|${faultSpecs}`;

/** Option that lets Jest run batches, which it ignores otherwise. */
const withBatches = '--testPathIgnorePatterns=/node_modules/';

async function runJest(paths, env = {}, options = [], node = process.execPath) {
  const resultsFile = join(mkdtempSync(join(runFolder, 'specs-')), 'results.json');
  const program = [
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    '--ci',
    // Jest's cache is kept between runs.
    `--cacheDirectory=${join(tmpdir(), 'fieldtrace-jest')}`,
  ];
  // Options come last, because an option with a list would take the paths too.
  const selection = [...paths.map((path) => `^${root}/${path}`), ...options];
  const listing = await run(node, [...program, '--listTests', ...selection], quietOptions);
  const specs = listing.output.split('\n').filter((line) => line.startsWith(root));
  if (specs.length === 0) return { passed: 0, failed: 1, output: listing.output };
  const selected = ['--runTestsByPath', ...writeBatches(root, specs), ...options, withBatches];
  const { code, output } = await run(
    node,
    [...program, '--json', `--outputFile=${resultsFile}`, ...selected],
    { ...quietOptions, isGroup: true, env: { ...dataInMemory, ...env } },
  );
  if (!existsSync(resultsFile)) return { passed: 0, failed: 1, output, notRun: [] };
  const {
    numPassedTests,
    numFailedTests,
    numRuntimeErrorTestSuites,
    numPendingTests,
    testResults,
  } = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const messages = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => `${relative(root, name)}\n${message}`);
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return {
    passed: numPassedTests,
    // Jest can fail without a failed test, for example if no spec was found.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    output: messages.join('\n') || output,
    notRun: numPendingTests > 0 ? [`${numPendingTests} skipped specs`] : [],
  };
}

/** Runs the specs of the product, four at a time, because they mostly wait for processes. */
const runProductSpecs = () => runJest(productSpecs, {}, ['--maxWorkers=4']);

/**
 * Kills, freezes, fills and cuts parts while people work, on the embedded parts and on the servers.
 */
async function runFaultTests() {
  const outcome = await runOnServers(['test/faults', `.*${faultSpecs}`], dataOnDisk);
  if (areAllFaultsRun) return outcome;
  return {
    ...outcome,
    notRun: [
      ...outcome.notRun,
      'faults in their full number (fewer rounds were run): FAULTS_LONG=1 npm run test:all',
    ],
  };
}

/**
 * Runs the contract of each port on its server, or on a stand-in where the server cannot be
 * installed.
 */
const runContractSuites = async () => runOnServers(['test/servers']);

/** Runs the acceptance specs on the real servers. */
const runAcceptanceSpecs = async () => runOnServers(['test/acceptance'], { PARTS: 'servers' });

/**
 * Specs that show quickly that a Node version works: native packages, a whole command, sockets, a
 * stop.
 */
const smokeSpecs = ['test/acceptance/capture', 'test/acceptance/files/files'];

/**
 * Moments around midnight, around a new year and on 29 February, in the organization's time zone.
 */
const moments = ['2026-12-31', '2028-02-29'].flatMap((day) =>
  ['00:02', '12:00', '23:58'].map((time) => `${day}T${time}:00+05:30`),
);

/**
 * Specs that count days. Those of the platform are left out, because it counts no days and its
 * files have times of the real clock.
 */
const dayDependentSpecs = [
  'domain',
  'backend',
  'projections',
  'workers',
  'frontend',
  'test/acceptance/field-work',
];

/**
 * Runs the specs that count days with every process's clock moved to each moment. Monotonic clocks
 * stay, so that timers run as usual.
 */
async function runAtMoments() {
  const problem = (await faketime.find()) ? undefined : await faketime.install();
  if (problem) return { passed: 0, failed: 1, output: problem };
  const library = await faketime.find();
  const outcomes = [];
  for (const moment of moments) {
    const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
    const env = {
      ...dataOnDisk,
      LD_PRELOAD: library,
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const outcome = await runJest(dayDependentSpecs, env);
    outcomes.push({ ...outcome, output: `At ${moment}:\n${outcome.output}` });
  }
  return sumOutcomes(outcomes);
}

async function checkAlerts() {
  // Imported after the installation, because it needs a package.
  const { testAlerts } = await import('./alerts.mjs');
  return checkWithProgram(promtool, testAlerts);
}

async function checkManifests() {
  // Imported after the installation, because it needs a package.
  const { validateManifests } = await import('./manifests.mjs');
  return checkWithProgram(python, validateManifests);
}

/**
 * Runs a check with a program, which is installed if it is missing.
 * @param check returns the defects as text; nothing if there are none
 */
async function checkWithProgram(program, check) {
  const problem =
    ((await program.find()) ? undefined : await program.install()) ??
    (await check(await program.find()));
  return problem === undefined ? success : { passed: 0, failed: 1, output: problem };
}

/**
 * Compares our Merkle trees, tiles, checkpoints and proofs with those of an independent Go module,
 * which is downloaded once.
 */
async function compareProofs() {
  for (const program of [go, python]) {
    const problem = (await program.find()) ? undefined : await program.install();
    if (problem) return { passed: 0, failed: 1, output: problem };
  }
  const program = join(runFolder, 'second-implementation');
  const compiled = await run(await go.find(), ['build', '-o', program, '.'], {
    ...quietOptions,
    cwd: join(root, 'test/proof/second-implementation'),
    env: { GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false' },
  });
  if (compiled.code !== 0) return verdict(compiled);
  const compare = [
    '--conditions=source',
    '--import',
    './platform/src/testing/register-typescript.mjs',
    '--no-warnings',
    'test/proof/compare-trees.ts',
    program,
  ];
  const comparison = await run(process.execPath, compare, quietOptions);
  if (comparison.code !== 0) return verdict(comparison);
  // The command that docs/proof.md gives to strangers.
  const golden = join(root, 'test/golden/book.v1.fieldtrace-proof.json');
  const check = [join(root, 'docs/check-proof.py'), golden];
  return verdict(await run(await python.find(), check, { ...quietOptions, cwd: runFolder }));
}

/** Runs specs on each supported version of Node, except the one that runs the other steps. */
async function runOnOtherNodes(paths) {
  const outcomes = [];
  for (const version of otherNodeVersions()) {
    const outcome = await runJest(paths, dataOnDisk, [], await findOrInstallNode(version));
    outcomes.push({ ...outcome, output: `On Node ${version}:\n${outcome.output}` });
  }
  return { ...sumOutcomes(outcomes), notRun: outcomes.flatMap(({ notRun }) => notRun) };
}

/** Runs the specs of several processes of each kind, which share their servers. */
const runSeveralProcesses = async () => runOnServers(['test/several-processes'], dataOnDisk);

/** Runs specs with one MongoDB and one Redis; each spec gets databases of its own. */
async function runOnServers(paths, env = {}) {
  if (!(await mongod.find()) || !(await redis.find()))
    return { passed: 0, failed: 1, output: 'There is no MongoDB or no Redis to run it on.' };
  const pool = await startServerPool(root, { ...dataInMemory, ...env });
  try {
    return await runJest(paths, { ...env, SERVER_POOL: pool.url });
  } finally {
    await pool.end();
  }
}

/** When all steps run, random tests run twenty times as often (platform/src/testing/times.ts). */
const areAllStepsRun = process.argv.includes('all');
const runCodeSpecs = () =>
  runJest(codeSpecs, { ...dataOnDisk, ...(areAllStepsRun && { THOROUGH: '1' }) }, [withoutFaults]);

const areAllFaultsRun = process.env.FAULTS_LONG === '1';
/** Seed of the faults and their order, fixed for this step; `npm run chaos` draws its own. */
const chaosSeed = process.env.FAULTS_SEED ?? '21';

/** Injects faults under traffic. The counts are those of the checks afterwards. */
async function runChaos() {
  const program = [
    '--conditions=source',
    '--import',
    './platform/src/testing/register-typescript.mjs',
    '--no-warnings',
    'test/chaos/run.ts',
    '--seed',
    chaosSeed,
  ];
  const { code, output } = await run(
    process.execPath,
    [...program, ...(areAllFaultsRun ? ['--long'] : [])],
    { ...quietOptions, isGroup: true },
  );
  const lines = output.split('\n');
  const failed = lines.filter((line) => line.startsWith('  WRONG')).length;
  return {
    passed: lines.filter((line) => line.startsWith('  ok')).length,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    output,
    notRun: areAllFaultsRun
      ? []
      : ['chaos by the thousand (200 faults were tried): npm run chaos -- --long'],
  };
}

/**
 * Runs the browser tests marked @main: each feature's main flow, and the accessibility of each
 * kind of screen on a phone.
 */
const runMainFlows = () => runBrowserTests(['--grep', '@main']);
const runOtherFlows = () => runBrowserTests(['--grep-invert', '@main']);

async function runBrowserTests(options) {
  const resultsFile = join(runFolder, 'playwright.json');
  const chromiumPath = await chromium.find();
  if (!chromiumPath)
    return { passed: 0, failed: 1, output: 'There is no chromium to run the browser tests in.' };
  const { code, output } = await runPackage(
    '@playwright/test/cli.js',
    ['test', '-c', 'test/playwright.config.ts', '--reporter=line,json', ...options],
    {
      quiet: true,
      env: {
        ...dataInMemory,
        PLAYWRIGHT_JSON_OUTPUT_NAME: resultsFile,
        CHROMIUM: chromiumPath,
        FORCE_COLOR: '0',
      },
    },
  );
  if (!existsSync(resultsFile)) return { passed: 0, failed: 1, output };
  const { stats, errors } = JSON.parse(readFileSync(resultsFile, 'utf8'));
  const failed = stats.unexpected + stats.flaky + errors.length;
  return {
    passed: stats.expected,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    output: output.replaceAll('\u001b[1A\u001b[2K', ''),
    notRun: stats.skipped > 0 ? [`${stats.skipped} skipped browser tests`] : [],
  };
}

const sumOutcomes = (outcomes) => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  output: outcomes
    .filter(({ failed }) => failed > 0)
    .map(({ output }) => output)
    .join('\n'),
});

/**
 * A step with `isParallel` runs in parallel with the previous one, because it only reads code or
 * mostly waits.
 */
const steps = {
  install: { work: install, needs: [] },
  build: { work: build, needs: ['install'] },
  lint: { work: lint, needs: ['install'], isParallel: true },
  types: { work: checkTypes, needs: ['install'], isParallel: true },
  imports: { work: checkImports, needs: ['install'], isParallel: true },
  specs: { work: runCodeSpecs, needs: ['install'] },
  servers: { work: runContractSuites, needs: ['install'], isParallel: true },
  product: { work: runProductSpecs, needs: ['install', 'build'] },
  browser: { work: runMainFlows, needs: ['install', 'build'] },
};

/** Steps that take long: they run before an issue counts as resolved, not before each change. */
const longSteps = {
  alerts: { work: checkAlerts, needs: ['install'] },
  manifests: { work: checkManifests, needs: ['install'] },
  proofs: { work: compareProofs, needs: ['install'] },
  faults: { work: runFaultTests, needs: ['install', 'build'] },
  'on-servers': { work: runAcceptanceSpecs, needs: ['install', 'build'] },
  several: { work: runSeveralProcesses, needs: ['install', 'build'] },
  runtimes: { work: () => runOnOtherNodes(smokeSpecs), needs: ['install', 'build'] },
  clocks: { work: runAtMoments, needs: ['install', 'build'] },
  chaos: { work: runChaos, needs: ['install', 'build'] },
  'other-flows': { work: runOtherFlows, needs: ['install', 'build'] },
  'all-runtimes': {
    work: () => runOnOtherNodes([...codeSpecs, 'test/acceptance']),
    needs: ['install', 'build'],
  },
};
const allSteps = { ...steps, ...longSteps };

process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await runMain(async () => {
  checkNode();
  const args = process.argv.slice(2);
  const stepNames = new Set(args.filter((name) => name !== 'all'));
  const unknown = [...stepNames].filter((name) => !(name in allSteps));
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ')}. Steps: all, ${Object.keys(allSteps).join(', ')}.`,
    );
  const runner = new StepRunner();
  const running = [];
  for (const [name, { work, needs, isParallel = false }] of Object.entries(allSteps)) {
    if (!isParallel) await Promise.all(running.splice(0));
    if (areAllStepsRun || stepNames.has(name) || (stepNames.size === 0 && name in steps))
      running.push(runner.step(name, work, { needs }));
    else
      runner.notRun.push(
        name in longSteps ? `${name}: npm run test:all` : `${name}: not asked for`,
      );
  }
  await Promise.all(running);
  runner.finish();
});
