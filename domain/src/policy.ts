import { commandDefinitions } from './aggregates.js';
import type { FileKind } from './kernel/files/files.js';
import { type QueryRow, queries } from './queries.js';
import { type Role, type Rule, mayEver, roles, seesEverything } from './kernel/policy.js';

/** Rule of an endpoint. `anyone` needs no session. */
export type EndpointRule = Rule | 'anyone';

const queryRules = Object.fromEntries(
  Object.values(queries).map(({ path, may }) => [`GET ${path}`, may]),
) as Readonly<Record<QueryRow, EndpointRule>>;

/**
 * Table of all rights. The server enforces it, the browser hides what it forbids, and specs check
 * every route against it. `own`: sales reach their own records, other roles those of the whole
 * organization.
 */
export const policy = {
  commands: Object.fromEntries(
    Object.entries(commandDefinitions).map(([name, { may }]) => [name, may]),
  ) as Readonly<Record<string, Rule>>,

  /** Queries by route pattern, and the offset of an upload, which the tus protocol requests. */
  queries: {
    ...queryRules,
    'GET /api/uploads/:fileId': 'member',
  } satisfies Record<string, EndpointRule>,

  /** Endpoints with effects that are no commands. */
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
    'POST /api/auth/read-invitation': 'anyone',
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
    // Webhook requests are signed and have no session.
    'GET /webhooks/whatsapp': 'anyone',
    'POST /webhooks/whatsapp': 'anyone',
  } satisfies Record<string, EndpointRule>,

  /**
   * Socket rooms. A member's room is private; the organization's is for members who see everything.
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
 * Commands and queries that a role may ever send. Without a role: those of an account without an
 * organization.
 */
export const listRights = (role: Role | undefined): readonly string[] =>
  Object.entries<EndpointRule>({ ...policy.commands, ...policy.queries })
    .filter(([, rule]) => rule === 'anyone' || mayEver(rule, role))
    .map(([name]) => name);
