import { commandDefinitions } from './aggregates.js';
import type { FileKind } from './kernel/files/files.js';
import { type QueryRow, queries } from './queries.js';
import { type Role, type Rule, mayEver, roles, seesEverything } from './kernel/policy.js';

/** Besides the rules of commands: whoever comes, signed in or not. */
export type EndpointRule = Rule | 'anyone';

const queryRules = Object.fromEntries(
  Object.values(queries).map(({ path, may }) => [`GET ${path}`, may]),
) as Readonly<Record<QueryRow, EndpointRule>>;

/**
 * The only table of rights. The server enforces it, the browser hides by it, and specs are made
 * from it. A route without a row fails those specs. `own`: sales reach their own records, all other
 * roles those of the whole organization.
 */
export const policy = {
  commands: Object.fromEntries(
    Object.entries(commandDefinitions).map(([name, { may }]) => [name, may]),
  ) as Readonly<Record<string, Rule>>,

  /**
   * Questions, by the pattern of their route, and where an upload stands, which its protocol asks
   * for.
   */
  queries: {
    ...queryRules,
    'GET /api/uploads/:fileId': 'member',
  } satisfies Record<string, EndpointRule>,

  /** Endpoints that do something without being a command. */
  endpoints: {
    'POST /api/commands/:name': 'account',
    'POST /api/files': 'member',
    'POST /api/uploads': 'member',
    'PATCH /api/uploads/:fileId': 'member',
    'DELETE /api/uploads/:fileId': 'member',
    'POST /api/push/subscribe': 'member',
    'POST /api/push/unsubscribe': 'account',
    'POST /api/crashes': 'anyone',
    'POST /api/auth/sign-up': 'anyone',
    'POST /api/auth/sign-in': 'anyone',
    'POST /api/auth/verify': 'anyone',
    'POST /api/auth/enter-password': 'anyone',
    'POST /api/auth/resend': 'anyone',
    'POST /api/auth/send-code': 'account',
    'POST /api/auth/change-number': 'account',
    'POST /api/auth/set-password': 'account',
    'POST /api/auth/remove-password': 'account',
    'POST /api/auth/end-session': 'account',
    'POST /api/auth/end-other-sessions': 'account',
    'POST /api/auth/sign-out': 'anyone',
    // The service signs its webhook requests; they have no session.
    'GET /webhooks/whatsapp': 'anyone',
    'POST /webhooks/whatsapp': 'anyone',
  } satisfies Record<string, EndpointRule>,

  /**
   * Rooms of the socket. A member's is nobody else's; what all of an organization sees, only those
   * see who see everything.
   */
  rooms: {
    member: 'account',
    organization: roles.filter(seesEverything),
    lead: 'own',
  } satisfies Record<string, Rule>,

  /** Kinds of files that a role may upload. Videos are for offers. */
  files: { image: 'member', pdf: 'member', video: ['admin', 'designer'] } satisfies Record<
    FileKind,
    Rule
  >,
} as const;

/**
 * Names of the commands and queries that a role may ever use; without a role, those of an account
 * that is in no organization.
 */
export const rightsOf = (role: Role | undefined): readonly string[] =>
  Object.entries<EndpointRule>({ ...policy.commands, ...policy.queries })
    .filter(([, rule]) => rule === 'anyone' || mayEver(rule, role))
    .map(([name]) => name);
