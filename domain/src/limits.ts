import { commandDefinitions } from './aggregates.js';
import type { policy } from './policy.js';
import { type QueryRow, queries } from './queries.js';

/**
 * Rate limit of `max` times in `seconds`, a window that begins with the first use. Refusals tell
 * the seconds until it ends.
 */
export type RateLimit = {
  /**
   * Group that shares the count. A network is an IPv4 address or an IPv6 /64; `all` is everybody.
   */
  readonly per: 'network' | 'member' | 'organization' | 'all';
  readonly max: number;
  readonly seconds: number;
  /** Environment variable that replaces `max`, multiplied by `times`. */
  readonly setting?: string;
  readonly times?: number;
  /**
   * Whether all processes count together. Limits by the second are counted per process, so that no
   * request waits.
   */
  readonly shared?: boolean;
  /** Text of the refusal, if waiting a moment does not help. */
  readonly refusalText?: string;
};

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

const SANDBOX_REFUSAL = 'The demo takes no more changes for now. Look around, and try again later.';

/** All rate limits of HTTP requests and socket messages. */
export const rateLimits = {
  /** 20 per second, with bursts of 100. */
  commands: {
    per: 'member',
    max: 100,
    seconds: 5,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 5,
  },
  /** An account without an organization only needs to found or join one. */
  'commands without an organization': { per: 'member', max: 60, seconds: HOUR_S, shared: true },
  /** Unverified accounts cost strangers nothing, and the log never shrinks. */
  'commands of an unverified account': {
    per: 'member',
    max: 200,
    seconds: DAY_S,
    setting: 'UNVERIFIED_COMMANDS_PER_DAY',
    shared: true,
    refusalText:
      'No more can be saved today before your number is verified. Verify your WhatsApp number to go on. Nothing that you typed is lost.',
  },
  'kilobytes of commands': {
    per: 'organization',
    max: 500 * 1024,
    seconds: DAY_S,
    setting: 'COMMAND_MEGABYTES_PER_DAY',
    times: 1024,
    shared: true,
    refusalText:
      'Your organization has saved as much as it can in a day. Go on tomorrow. Nothing that you typed is lost.',
  },
  /** Applies until an admin of the organization has verified a number. */
  'kilobytes of commands of an unverified organization': {
    per: 'organization',
    max: 2 * 1024,
    seconds: DAY_S,
    setting: 'UNVERIFIED_COMMAND_MEGABYTES_PER_DAY',
    times: 1024,
    shared: true,
    refusalText:
      'Your organization has saved as much as it can in a day before an admin verifies their number. Nothing that you typed is lost.',
  },
  /** Sandbox visitors write to the log that customers share. */
  'changes to the sandbox': {
    per: 'all',
    max: 2_000,
    seconds: DAY_S,
    shared: true,
    refusalText: SANDBOX_REFUSAL,
  },
  'changes to the sandbox from a network': {
    per: 'network',
    max: 60,
    seconds: HOUR_S,
    shared: true,
    refusalText: SANDBOX_REFUSAL,
  },
  /** Commands that name a record by a guessable value, such as an invite code. */
  guesses: { per: 'member', max: 20, seconds: HOUR_S, shared: true },
  /** Screens send a few queries at once, and several screens may be open. */
  queries: {
    per: 'member',
    max: 200,
    seconds: 5,
    setting: 'QUERIES_PER_MEMBER_AND_SECOND',
    times: 5,
  },
  /** Opened audit screens and exports. Each is recorded in the access log, which never shrinks. */
  'recorded accesses': { per: 'member', max: 600, seconds: HOUR_S, shared: true },
  /** Each export reads a month, or years. */
  exports: { per: 'member', max: 20, seconds: MINUTE_S },
  uploads: {
    per: 'member',
    max: 100,
    seconds: 5,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 5,
  },
  /**
   * Uploaded megabytes and decoded megapixels. Each takes 50 ms of a core. An operator who allows a
   * member more commands also allows more file work.
   */
  'file work': {
    per: 'member',
    max: 3_000,
    seconds: HOUR_S,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 150,
    shared: true,
  },
  'file work of unverified': {
    per: 'member',
    max: 160,
    seconds: HOUR_S,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 8,
    shared: true,
  },
  /** The public geocoder is shared with everybody. */
  addresses: { per: 'member', max: 30, seconds: MINUTE_S, shared: true },

  /** Requests without a session. The people of an office or of a carrier may share an address. */
  strangers: {
    per: 'network',
    max: 500,
    seconds: 5,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 5,
  },
  /** Signing up, signing in and entering a code cost more than reading. */
  'sign-ins': {
    per: 'network',
    max: 200,
    seconds: 5,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 2,
  },
  /** Files of the web app and signed links. A whole office loads a new version in one minute. */
  'static files': {
    per: 'network',
    max: 5_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 50,
  },
  /** Unknown sessions, each of which costs a lookup in the key-value store. */
  'sessions that do not exist': {
    per: 'network',
    max: 300,
    seconds: MINUTE_S,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 3,
  },
  /**
   * New connections, unless a trusted proxy holds them. A pipelining connection counts twenty
   * times.
   */
  connections: {
    per: 'network',
    max: 2_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 20,
  },
  probes: {
    per: 'network',
    max: 1_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 10,
  },
  /** Message services report each message several times. */
  webhooks: {
    per: 'network',
    max: 1_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 10,
  },
  /** Public pages have unguessable ids; tries are limited nevertheless. */
  'public pages': {
    per: 'network',
    max: 500,
    seconds: 5,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 5,
  },
  /** Answers of customers to a quotation, by its link. */
  'answers to quotations': {
    per: 'network',
    max: 100,
    seconds: MINUTE_S,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 1,
    shared: true,
  },
  /** Proofs for readers of auditors' links. A proof may need a new signed checkpoint. */
  'proofs through links': { per: 'network', max: 30, seconds: MINUTE_S, shared: true },
  /** Reports of crashes, one log line each. Crashes repeat, so the first reports suffice. */
  'crash reports': { per: 'network', max: 60, seconds: HOUR_S },
  'crash reports of a member': { per: 'member', max: 10, seconds: HOUR_S, shared: true },
  'demo visits': { per: 'network', max: 20, seconds: HOUR_S, shared: true },
  /** Sent codes. Those to numbers without an account are limited once more. */
  codes: {
    per: 'network',
    max: 300,
    seconds: HOUR_S,
    setting: 'CODES_PER_ADDRESS_AND_HOUR',
    shared: true,
  },
  'codes for strangers': {
    per: 'network',
    max: 20,
    seconds: HOUR_S,
    setting: 'STRANGERS_PER_ADDRESS_AND_HOUR',
    shared: true,
  },
  /** Look-ups of a sign-up link's code. The limit makes guessing codes hopeless. */
  'invitations read': {
    per: 'network',
    max: 300,
    seconds: HOUR_S,
    setting: 'CODES_PER_ADDRESS_AND_HOUR',
    shared: true,
  },
  /**
   * Passwords entered after the code in unknown browsers: per network, and per account. Known
   * browsers do not count here. Every browser has five tries per code.
   */
  'passwords from strange browsers': { per: 'network', max: 60, seconds: HOUR_S, shared: true },
  'passwords for an account': { per: 'member', max: 20, seconds: DAY_S, shared: true },
  /** Entries of the current password before it is changed or removed. */
  'current passwords': { per: 'member', max: 10, seconds: HOUR_S, shared: true },

  /**
   * Messages `resume`. Browsers send one every 30 s, after each own command, and when another
   * record is opened.
   */
  resumes: { per: 'member', max: 50, seconds: 10, setting: 'SOCKETS_PER_MEMBER', times: 1 },
  'socket connections': {
    per: 'member',
    max: 200,
    seconds: MINUTE_S,
    setting: 'SOCKETS_PER_MEMBER',
    times: 4,
  },
  /** Messages of all types. A socket that exceeds the limit is closed. */
  'socket messages': {
    per: 'member',
    max: 1_000,
    seconds: 10,
    setting: 'SOCKETS_PER_MEMBER',
    times: 20,
  },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

type Route = keyof typeof policy.queries | keyof typeof policy.endpoints;

/** Limit of each route of the policy. */
export const limitsOfRoutes = {
  ...(Object.fromEntries(
    Object.values(queries).map(({ path }) => [`GET ${path}`, 'queries']),
  ) as Readonly<Record<QueryRow, 'queries'>>),
  'GET /api/site': 'strangers',
  'GET /api/bills.csv': 'exports',
  'GET /api/leads.csv': 'exports',
  'GET /api/visits.csv': 'exports',
  'GET /api/follow-ups.csv': 'exports',
  'GET /api/audit.zip': 'exports',
  'GET /api/audit/package.zip': 'exports',
  'GET /api/proofs/:kind/:id': 'exports',
  'GET /api/linked-audit/:token': 'public pages',
  'GET /api/linked-audit/:token/erasures': 'public pages',
  'GET /api/linked-audit/:token/statements': 'public pages',
  'GET /api/linked-audit/:token/proofs/:kind/:id': 'proofs through links',
  'GET /api/uploads/:fileId': 'uploads',
  'POST /api/commands/:name': 'commands',
  'POST /api/files': 'uploads',
  'POST /api/uploads': 'uploads',
  'PATCH /api/uploads/:fileId': 'uploads',
  'DELETE /api/uploads/:fileId': 'uploads',
  'POST /api/push/subscribe': 'commands',
  'POST /api/push/unsubscribe': 'commands',
  'POST /api/crashes': 'crash reports',
  'POST /api/auth/sign-up': 'sign-ins',
  'POST /api/auth/read-invitation': 'invitations read',
  'POST /api/auth/sign-in': 'sign-ins',
  'POST /api/auth/verify': 'sign-ins',
  'POST /api/auth/enter-password': 'sign-ins',
  'POST /api/auth/resend': 'sign-ins',
  'POST /api/auth/send-code': 'sign-ins',
  'POST /api/auth/change-number': 'sign-ins',
  'POST /api/auth/set-password': 'commands',
  'POST /api/auth/remove-password': 'commands',
  'POST /api/auth/end-session': 'commands',
  'POST /api/auth/end-other-sessions': 'commands',
  'POST /api/auth/sign-out': 'sign-ins',
  'GET /webhooks/whatsapp': 'webhooks',
  'POST /webhooks/whatsapp': 'webhooks',
} satisfies Record<Route, RateLimitName>;

/**
 * Limit of every other path. The process does not start with a route that neither table contains.
 */
export const limitsOfPaths = {
  '/api': 'strangers',
  '/api/*': 'strangers',
  '/api/openapi.json': 'strangers',
  '/api/docs': 'strangers',
  '/api/docs/:file': 'strangers',
  '/files/:token': 'static files',
  '/pictures/:key/:size': 'static files',
  '/products/:id/share': 'public pages',
  '/packages/:id/share': 'public pages',
  '/products/:id/share/logo': 'public pages',
  '/packages/:id/share/logo': 'public pages',
  '/products/:id/share/views': 'public pages',
  '/packages/:id/share/views': 'public pages',
  '/public-page/:file': 'static files',
  '/q/assets/:file': 'static files',
  '/q/:token': 'public pages',
  '/q/:token/pdf': 'public pages',
  '/q/:token/logo': 'public pages',
  '/q/:token/views': 'answers to quotations',
  '/q/:token/accept': 'answers to quotations',
  '/q/:token/decline': 'answers to quotations',
  '/q/:token/question': 'answers to quotations',
  '/audit/log/checkpoint': 'public pages',
  '/audit/log/keys': 'public pages',
  '/audit/log/tile/*': 'static files',
  '/audit/log/verify.html': 'static files',
  '/demo': 'static files',
  '/*': 'static files',
  '/healthz': 'probes',
  '/readyz': 'probes',
  '/metrics': 'probes',
  '/dev/inbox': 'probes',
  '/dev/inbox.json': 'probes',
  '/dev/inbox.css': 'probes',
  '/dev/demo': 'probes',
} as const satisfies Readonly<Record<string, RateLimitName>>;

/** Limits of commands in addition to `commands`. */
export const limitsOfCommands: Readonly<Record<string, readonly RateLimitName[]>> =
  Object.fromEntries(
    Object.entries(commandDefinitions).map(([name, { recordByClaim }]) => [
      name,
      recordByClaim ? ['guesses'] : [],
    ]),
  );

/** Limits of concurrent or stored things. */
export const quotas = {
  /** Concurrent commands of an account in one process, and as many queries. */
  requests: 4,
  /** Waiting requests in addition. */
  requestsWaiting: 100,
  /** Sockets of an account in one process, one per browser tab. */
  sockets: 50,
  /**
   * Sessions of an account in the last 30 days. A further one ends the session that was used
   * longest ago.
   */
  sessions: 100,
  /** Uploads of an account that run at the same time. */
  uploads: 20,
  /** Same limit for an account with an unverified number. */
  uploadsOfUnverified: 3,
  /**
   * Resumable uploads of an account that one process keeps, running or interrupted. A further one
   * drops the oldest.
   */
  unfinishedUploads: 5,
  unfinishedUploadsOfUnverified: 1,
  /** Bytes of files per member, and per organization. */
  fileBytesOfMember: 2 * 1024 ** 3,
  fileBytesOfOrganization: 50 * 1024 ** 3,
  /** Bytes of files of an account with an unverified number. */
  fileBytesOfUnverified: 50 * 1024 ** 2,
} as const;
