import { type Role, type Rule, mayEver, roles, seesEverything } from './kernel/policy.js';
import { type EndpointRule, policy } from './policy.js';

/** Columns after those of the roles: an account without an organization, and no session. */
const COLUMNS_WITHOUT_ROLE = 2;

/** Policy as a Markdown page, with one row per right. */
export function permissionsPage(): string {
  return [
    '# Permissions',
    '',
    'Generated from `domain/src/policy.ts`; a spec fails if it differs. "own" allows only a member\'s own records. An account without an organization is no member.',
    ...section('Commands', policy.commands),
    ...section('Queries', policy.queries),
    ...section('Other endpoints', policy.endpoints),
    ...section('Rooms', policy.rooms),
    ...section('Files that may be uploaded', policy.files),
    '',
  ].join('\n');
}

const section = (title: string, rules: Readonly<Record<string, EndpointRule>>): string[] => [
  '',
  `## ${title}`,
  '',
  `| | ${roles.join(' | ')} | no organization | signed out |`,
  `|---|${'---|'.repeat(roles.length + COLUMNS_WITHOUT_ROLE)}`,
  ...Object.entries(rules).map(([name, rule]) => `| \`${name}\` | ${cells(rule).join(' | ')} |`),
];

const cells = (rule: EndpointRule): string[] =>
  rule === 'anyone'
    ? Array<string>(roles.length + COLUMNS_WITHOUT_ROLE).fill('yes')
    : [...roles.map((role) => permissionText(rule, role)), permissionText(rule, undefined), ''];

function permissionText(rule: Rule, role: Role | undefined): string {
  if (!mayEver(rule, role)) return '';
  return rule === 'own' && role !== undefined && !seesEverything(role) ? 'own' : 'yes';
}
