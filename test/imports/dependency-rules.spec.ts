import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const checkout = process.cwd();
const project = mkdtempSync(join(tmpdir(), 'fieldtrace-imports-'));

/** Small project with the same folders and all permitted imports. */
const permittedFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object }).imports,
  }),
  'domain/src/kernel/message.ts': 'export const message = 1;',
  'domain/src/leads/lead.ts':
    "import { message } from '../kernel/message.js'; export const lead = message;",
  'domain/src/bills/bill.ts': 'export const bill = 1;',
  'platform/src/event-log.ts':
    "import { message } from '#domain/kernel/message.js'; import 'node:fs'; export const log = message;",
  'projections/src/leads/lead-list.projection.ts':
    "import { lead } from '#domain/leads/lead.js'; export const list = lead;",
  'projections/src/bills/bill-list.projection.ts': 'export const bills = 1;',
  'backend/src/http/problem.ts':
    "import { log } from '#platform/event-log.js'; export const problem = log;",
  'backend/src/auth/caller.ts': 'export const caller = 1;',
  'platform/src/live/live.ts': 'export const live = 1;',
  'backend/src/bills/bills.ts': 'export const bills = 1;',
  'backend/src/leads/leads.ts':
    "import { problem } from '../http/problem.js'; import { list } from '#projections/leads/lead-list.projection.js'; export const leads = [problem, list];",
  'backend/src/all-in-one.ts':
    "import { leads } from './leads/leads.js'; import { react } from '#workers/leads/react.js'; export const all = [leads, react];",
  'workers/src/leads/react.ts':
    "import { lead } from '#domain/leads/lead.js'; export const react = lead;",
  'frontend/src/ui/button.tsx': 'export const button = 1;',
  'frontend/src/lib/api.ts':
    "import { lead } from '#domain/leads/lead.js'; export const api = lead;",
  'frontend/src/bills/bills.page.tsx': 'export const page = 1;',
  'frontend/src/leads/leads.page.tsx':
    "import { button } from '../ui/button.js'; import { api } from '../lib/api.js'; export const page = [button, api];",
};

/** Forbidden imports: importing file, imported module, and rule. */
const forbiddenImports: readonly (readonly [file: string, imports: string, rule: string])[] = [
  ['domain/src/leads/planted.ts', '#platform/event-log.js', 'domain-stands-alone'],
  ['domain/src/leads/planted-world.ts', 'node:fs', 'domain-has-no-world'],
  ['domain/src/kernel/planted.ts', '../leads/lead.js', 'kernel-knows-no-feature'],
  ['platform/src/planted.ts', '#domain/leads/lead.js', 'platform-knows-no-business'],
  [
    'platform/src/storage/planted.ts',
    '#platform/live/live.js',
    'platform-storage-knows-what-is-below',
  ],
  ['backend/src/leads/planted.ts', '../bills/bills.js', 'backend-leads-is-apart'],
  ['backend/src/leads/planted-fold.ts', '#workers/leads/react.js', 'backend-leads-is-apart'],
  ['backend/src/http/planted.ts', '../leads/leads.js', 'backend-shared-knows-no-feature'],
  ['backend/src/http/planted-caller.ts', '../auth/caller.js', 'backend-http-knows-what-is-below'],
  ['backend/src/leads/planted-root.ts', '../all-in-one.js', 'backend-root-is-nobodys-part'],
  [
    'projections/src/bills/planted.ts',
    '../leads/lead-list.projection.js',
    'projections-bills-is-apart',
  ],
  ['workers/src/leads/planted.ts', '#backend/bills/bills.js', 'workers-leads-is-apart'],
  ['frontend/src/leads/planted.tsx', '../bills/bills.page.js', 'frontend-leads-is-apart'],
  ['frontend/src/ui/planted.tsx', '#domain/leads/lead.js', 'ui-knows-no-business'],
  ['frontend/src/lib/planted.ts', '../leads/leads.page.js', 'lib-knows-no-screen'],
  ['frontend/src/kit/planted.tsx', '../bills/bills.page.js', 'kit-knows-no-feature'],
  ['frontend/src/words/planted.ts', '../ui/button.js', 'words-know-no-component'],
  ['frontend/src/app/planted.tsx', '#platform/event-log.js', 'frontend-is-a-process'],
  ['workers/src/leads/planted-nowhere.ts', '../../gone.js', 'no-unresolvable'],
  ['domain/src/bills/planted.ts', './planted.js', 'no-cycles'],
];

const writeProjectFile = (file: string, text: string) => {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
};

type Violation = { readonly from: string; readonly rule: { readonly name: string } };
const findViolations = () =>
  new Promise<readonly Violation[]>((resolve, reject) => {
    const cruise = join(checkout, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = join(checkout, 'test/imports/dependency-rules.mjs');
    execFile(
      process.execPath,
      [cruise, '--config', config, '--output-type', 'json', '.'],
      { cwd: project, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        if (!stdout) return reject(error ?? new Error(stderr));
        const { summary } = JSON.parse(stdout) as { summary: { violations: readonly Violation[] } };
        resolve(summary.violations);
      },
    );
  });

describe('the rules of imports', () => {
  let violations: readonly Violation[];

  beforeAll(async () => {
    for (const [file, text] of Object.entries(permittedFiles)) writeProjectFile(file, text);
    for (const [file, imported] of forbiddenImports)
      writeProjectFile(file, `import '${imported}'; export {};`);
    violations = await findViolations();
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each(forbiddenImports)('%s may not import %s (%s)', (file, _, rule) =>
    expect(
      violations.filter(({ from }) => from === file).map((violation) => violation.rule.name),
    ).toContain(rule),
  );
  test('accept permitted imports', () =>
    expect(violations.filter(({ from }) => from in permittedFiles)).toEqual([]));
});
