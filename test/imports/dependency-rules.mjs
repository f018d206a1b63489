/**
 * Rules for dependency-cruiser: which folder may import which (docs/architecture.md). They are
 * derived from the existing folders, so a new folder in domain/src has its rules at once.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();
const listFolders = (path) => {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};

const servers = ['backend', 'projections', 'workers'];
/** Features: folders of the domain, which have the same name in every process. */
const features = new Set(listFolders('domain/src').filter((name) => name !== 'kernel'));
const featuresOf = (process) => listFolders(`${process}/src`).filter((name) => features.has(name));
const sharedOf = (process) => listFolders(`${process}/src`).filter((name) => !features.has(name));

/** Specs and files in `testing/`. They combine parts, so they may import everything. */
const testFiles = String.raw`(\.(spec|contract|e2e)\.tsx?$|/testing/)`;
const ownFolders = '^(domain|platform|backend|projections|workers|frontend|test|bench)/';

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: testFiles, ...from },
  to,
});
/** Allows files imports of our code from the given paths only. */
const allowOnly = (name, comment, path, allowed) =>
  forbid(name, comment, { path }, { path: ownFolders, pathNot: `^(${allowed.join('|')})` });

const domainRules = [
  allowOnly(
    'domain-stands-alone',
    'The domain imports neither the platform nor a process.',
    '^domain/',
    ['domain/'],
  ),
  forbid(
    'domain-has-no-world',
    'The domain reads no clock, no random numbers and no files.',
    { path: '^domain/' },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'domain-has-two-libraries',
    'The domain uses only the libraries of schemas and of phone numbers.',
    { path: '^domain/' },
    { path: 'node_modules/', pathNot: 'node_modules/(?:zod|libphonenumber-js)/' },
  ),
  forbid(
    'kernel-knows-no-feature',
    'The kernel imports no feature.',
    { path: '^domain/src/kernel/' },
    { path: '^domain/src/', pathNot: '^domain/src/kernel/' },
  ),
];

/** Folders of the platform. Each may import those before it. */
const platformFolders = [
  'common',
  'storage',
  'event-log',
  'proof',
  'sealing',
  'notary',
  'files',
  'write-side',
  'read-side',
  'live',
  'jobs',
  'integrations',
  'process',
];

/** Folders that the backend's features share, lowest first: each may import those before it. */
const backendFolders = [
  'http',
  'auth',
  'api/live',
  'api/commands',
  'api/access',
  'api/files',
  'operations',
  'demo',
];

const directionRules = (process, folders) =>
  folders
    .slice(0, -1)
    .map((folder, index) =>
      forbid(
        `${process}-${folder.replace('/', '-')}-knows-what-is-below`,
        'Imports run in one direction.',
        { path: `^${process}/src/${folder}/` },
        { path: `^${process}/src/(${folders.slice(index + 1).join('|')})/` },
      ),
    );

/**
 * Modules of proofs, which each verifier runs: the servers, the web app and the page that is saved
 * as a file. They use no interface of Node or of browsers.
 */
const pureProof = String.raw`platform/src/proof/(checkpoint|commitment|describe-verdict|encoding|event-hash|proof-file|record-proof|signed-note|tiles|tlog-proof|tree|verdict-texts(-en|-hi)?|verify-proof)\.ts$`;

const platformRules = [
  allowOnly('proof-stands-alone', 'Verifiers run anywhere.', `^${pureProof}`, [
    pureProof,
    String.raw`platform/src/event-log/(canonical|event-log)\.ts$`,
  ]),
  forbid(
    'proof-has-no-world',
    'Verifiers run anywhere.',
    { path: `^${pureProof}` },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'proof-has-two-libraries',
    'Proofs use only the libraries of hashes and signatures.',
    { path: `^${pureProof}` },
    { path: 'node_modules/', pathNot: 'node_modules/@noble/' },
  ),
  allowOnly('platform-knows-no-business', 'The platform imports no business code.', '^platform/', [
    'platform/',
    'domain/src/kernel/',
  ]),
  ...directionRules('platform', platformFolders),
];

/** Files that put a process together or start one; they may import everything of it. */
const roots = String.raw`(main|all-in-one|app|(app|shared|projections|workers)\.module|fallback-projections|compose-projections|compose-workers|past-details|history-worker|past-queries|composition|demo/run-demo|all-projections|job-handlers|projecting|check-views|log-check-worker|view-check-worker|past-worker|rebuild-worker|backup|build-views|drill|erasures|keys|move|notary|organization|restore|tombstones|upgrade-check|verify)\.ts$`;

/** Declarations of views and their folds, which are pure. */
const viewDeclarations = [String.raw`projections/src/(.*\.projection|all-projections)\.ts$`];

function rulesOfServer(process) {
  const shared = [
    ...sharedOf(process).map((folder) => `${process}/src/${folder}/`),
    String.raw`${process}/src/[^/]+\.ts$`,
  ];
  // Features of backend and workers import declarations of views, for their names and versions.
  const importedViews = process === 'projections' ? [] : viewDeclarations;
  const allowed = ['domain/', 'platform/', ...shared, ...importedViews];
  // The backend can run all parts in one process.
  const rootImports = {
    backend: servers.map((name) => `${name}/`),
    projections: ['projections/'],
    workers: ['workers/', ...viewDeclarations],
  }[process];
  return [
    ...featuresOf(process).map((feature) =>
      allowOnly(
        `${process}-${feature}-is-apart`,
        'Features of a process share only events, and import no other feature.',
        `^${process}/src/${feature}/`,
        [...allowed, `${process}/src/${feature}/`],
      ),
    ),
    forbid(
      `${process}-shared-knows-no-feature`,
      'Shared code of a process imports no feature.',
      { path: `^(${shared.join('|')})`, pathNot: `${testFiles}|^${process}/src/${roots}` },
      { path: ownFolders, pathNot: `^(${allowed.join('|')})` },
    ),
    forbid(
      `${process}-root-is-nobodys-part`,
      'Only entry points import the composition roots.',
      { path: `^${process}/src/`, pathNot: `${testFiles}|^${process}/src/${roots}` },
      {
        path: `^${process}/src/${roots}`,
      },
    ),
    allowOnly(
      `${process}-is-a-process`,
      'Processes import no other process, except for the root that runs all in one.',
      `^${process}/src/${roots}`,
      ['domain/', 'platform/', ...rootImports],
    ),
  ];
}

/** Folders of the frontend that are no feature; each imports only those after it. */
const frontendFolders = ['kit', 'ui', 'lib', 'words', 'browser'];
const frontendPaths = (...folders) => folders.map((folder) => `frontend/src/${folder}/`);
const kitAndBelow = [...frontendPaths(...frontendFolders), 'domain/'];
/** Feature that leads, visits and the dashboard show, and that imports none of them. */
const followUps = 'follow-ups';
/** Features that sum up others, and may therefore import them. */
const summarizedFeatures = { dashboard: ['leads', 'visits', 'catalogue'] };
const screens = listFolders('frontend/src').filter(
  (name) => !['app', 'styles', ...frontendFolders].includes(name),
);

const frontendRules = [
  ...screens.map((feature) =>
    allowOnly(
      `frontend-${feature}-is-apart`,
      'A feature imports follow-ups, the kit, the design system, lib, words and the domain.',
      `^frontend/src/${feature}/`,
      [
        ...frontendPaths(feature, followUps, ...(summarizedFeatures[feature] ?? [])),
        ...kitAndBelow,
        ...(feature === 'audit' ? [pureProof] : []),
      ],
    ),
  ),
  allowOnly(
    'kit-knows-no-feature',
    'The kit imports no feature.',
    '^frontend/src/kit/',
    kitAndBelow,
  ),
  allowOnly(
    'ui-knows-no-business',
    'The design system knows no business word, but it counts days, compares, splits and shortens texts and reads amounts.',
    '^frontend/src/ui/',
    [
      ...frontendPaths('ui', 'words', 'browser'),
      'domain/src/kernel/(values/(amounts|days)|texts/(initials|text-folding|whole-parts))',
    ],
  ),
  allowOnly('lib-knows-no-screen', 'lib imports no component.', '^frontend/src/lib/', [
    ...frontendPaths('lib', 'words', 'browser'),
    'domain/',
  ]),
  allowOnly('words-know-no-component', 'Words import no component.', '^frontend/src/words/', [
    ...frontendPaths('words', 'browser'),
    'domain/',
  ]),
  allowOnly(
    'browser-knows-no-word',
    'The browser’s helpers import nothing else of the app.',
    '^frontend/src/browser/',
    [...frontendPaths('browser')],
  ),
  allowOnly('frontend-is-a-process', 'The frontend imports no server code.', '^frontend/', [
    'frontend/',
    'domain/',
    pureProof,
  ]),
];

const everywhere = [
  {
    name: 'no-cycles',
    comment:
      'Circular imports of decorated classes throw, and no reader finds a beginning in them.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'An import that leads nowhere would be checked by no rule.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  forbid(
    'product-imports-no-test',
    'Only tests import test code.',
    { path: ownFolders.replace('|test|bench', '') },
    { path: `(${testFiles}|^(test|bench)/)` },
  ),
  forbid(
    'servers-run-without-build-tools',
    'Development dependencies are missing where a server runs.',
    { path: `^(domain|platform|${servers.join('|')})/src/` },
    { dependencyTypes: ['npm-dev'] },
  ),
];

export default {
  forbidden: [
    ...domainRules,
    ...platformRules,
    ...directionRules('backend', backendFolders),
    ...servers.flatMap(rulesOfServer),
    ...frontendRules,
    ...everywhere,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`^dist/|\.(css|svg|png|woff2)$` },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],

      conditionNames: ['source', 'import', 'node', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
