import { commandDefinitions } from './aggregates.js';
import type { policy } from './policy.js';
import { type QueryRow, queries } from './queries.js';

/**
 * How often something may be done: `most` times in `seconds`, counted from the first time. Who has
 * done it that often is refused until the window ends, and the answer says how many seconds are
 * left of it.
 */
export type RateLimit = {
  /**
   * Group that is counted together. A network is an IPv4 address or an IPv6 /64; `all` is
   * everybody.
   */
  readonly per: 'network' | 'member' | 'organization' | 'all';
  readonly most: number;
  readonly seconds: number;
  /**
   * Variable of the environment that sets `most` to another number; with `times`, to so many times
   * that number.
   */
  readonly setting?: string;
  readonly times?: number;
  /**
   * Counted by all processes together. What is limited by the second each process counts for
   * itself, so that no request waits for it.
   */
  readonly shared?: boolean;
  /** Refusal in words of its own, where waiting a moment does not help. */
  readonly words?: string;
};

const [minute, hour, day] = [60, 3_600, 86_400];

const sandboxWords = 'The demo takes no more changes for now. Look around, and try again later.';

/**
 * The only place where it stands how often anybody may do anything. The server enforces it on HTTP
 * and on sockets.
 */
export const rateLimits = {
  /** 20 a second, in bursts of 100. */
  commands: {
    per: 'member',
    most: 100,
    seconds: 5,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 5,
  },
  /** An account that is in no organization has nothing to do but to found or to join one. */
  'commands without an organization': { per: 'member', most: 60, seconds: hour, shared: true },
  /** An account that never verifies its number costs a stranger nothing, and no log shrinks. */
  'commands of an unverified account': {
    ...{
      per: 'member',
      most: 200,
      seconds: day,
      setting: 'UNVERIFIED_COMMANDS_PER_DAY',
      shared: true,
    },
    words:
      'No more can be saved today before your number is verified. Verify your WhatsApp number to go on. Nothing that you typed is lost.',
  },
  'kilobytes of commands': {
    ...{
      per: 'organization',
      most: 500 * 1024,
      seconds: day,
      setting: 'COMMAND_MEGABYTES_PER_DAY',
      times: 1024,
      shared: true,
    },
    words:
      'Your organization has saved as much as it can in a day. Go on tomorrow. Nothing that you typed is lost.',
  },
  /** Until an admin of the organization has verified a number. */
  'kilobytes of commands of an unverified organization': {
    ...{
      per: 'organization',
      most: 2 * 1024,
      seconds: day,
      setting: 'UNVERIFIED_COMMAND_MEGABYTES_PER_DAY',
      times: 1024,
      shared: true,
    },
    words:
      'Your organization has saved as much as it can in a day before an admin verifies their number. Nothing that you typed is lost.',
  },
  /** Visitors of the sandbox write to the log that customers have. */
  'changes to the sandbox': {
    per: 'all',
    most: 2_000,
    seconds: day,
    shared: true,
    words: sandboxWords,
  },
  'changes to the sandbox from a network': {
    per: 'network',
    most: 60,
    seconds: hour,
    shared: true,
    words: sandboxWords,
  },
  /** Commands that name a record by what could be guessed, such as an invite code. */
  guesses: { per: 'member', most: 20, seconds: hour, shared: true },
  /** Screens ask for a few things at once; several of them may be open. */
  queries: {
    per: 'member',
    most: 200,
    seconds: 5,
    setting: 'QUERIES_PER_MEMBER_AND_SECOND',
    times: 5,
  },
  /** Each reads all of a month, or of years. */
  exports: { per: 'member', most: 20, seconds: minute },
  uploads: {
    per: 'member',
    most: 100,
    seconds: 5,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 5,
  },
  /**
   * Megabytes of files that are sent, and megapixels of pictures that are decoded: 50 ms of a core
   * each.
   */
  'file work': {
    per: 'member',
    most: 3_000,
    seconds: hour,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 150,
    shared: true,
  },
  'file work of unverified': {
    per: 'member',
    most: 160,
    seconds: hour,
    setting: 'COMMANDS_PER_MEMBER_AND_SECOND',
    times: 8,
    shared: true,
  },
  /** The geocoder is everybody's. */
  addresses: { per: 'member', most: 30, seconds: minute, shared: true },

  /** Requests without a session. An office, or a carrier, shares one address. */
  strangers: {
    per: 'network',
    most: 500,
    seconds: 5,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 5,
  },
  /** Signing up, signing in and entering a code cost more than reading. */
  'sign-ins': {
    per: 'network',
    most: 200,
    seconds: 5,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 2,
  },
  /**
   * The files of the web app, and uploaded ones by their links: a whole office opens a new version
   * in one minute.
   */
  'static files': {
    per: 'network',
    most: 5_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 50,
  },
  /** Each is looked for in the key-value store. */
  'sessions that do not exist': {
    per: 'network',
    most: 300,
    seconds: minute,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 3,
  },
  /**
   * New connections, unless a proxy in front holds them all. A connection that pipelines requests
   * counts twenty times.
   */
  connections: {
    per: 'network',
    most: 2_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 20,
  },
  probes: {
    per: 'network',
    most: 1_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 10,
  },
  /** The service that delivers messages tells of each several times. */
  webhooks: {
    per: 'network',
    most: 1_000,
    seconds: 10,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 10,
  },
  /** A page is found by an id that nobody can guess: how many are tried is limited all the same. */
  'public pages': {
    per: 'network',
    most: 500,
    seconds: 5,
    setting: 'REQUESTS_PER_ADDRESS_AND_SECOND',
    times: 5,
  },
  /** Each is a line in the log. A crash repeats: the first reports say all. */
  'crash reports': { per: 'network', most: 60, seconds: hour },
  'crash reports of a member': { per: 'member', most: 10, seconds: hour, shared: true },
  'demo visits': { per: 'network', most: 20, seconds: hour, shared: true },
  /** Codes asked for: in all, and for numbers without an account. */
  codes: {
    per: 'network',
    most: 300,
    seconds: hour,
    setting: 'CODES_PER_ADDRESS_AND_HOUR',
    shared: true,
  },
  'codes for strangers': {
    per: 'network',
    most: 20,
    seconds: hour,
    setting: 'STRANGERS_PER_ADDRESS_AND_HOUR',
    shared: true,
  },
  /**
   * Passwords entered after the code, in browsers that have never signed in to the account: in all
   * of one network, and in all for one account. A browser that has signed in before has five tries
   * for each code, whatever strangers have used up.
   */
  'passwords from strange browsers': { per: 'network', most: 60, seconds: hour, shared: true },
  'passwords for an account': { per: 'member', most: 20, seconds: day, shared: true },
  /** Entries of the current password by a signed-in person, before they change or remove it. */
  'current passwords': { per: 'member', most: 10, seconds: hour, shared: true },

  /**
   * A browser resumes each 30 s, after each command of its own, and when another record is opened.
   */
  resumes: { per: 'member', most: 50, seconds: 10, setting: 'SOCKETS_PER_MEMBER', times: 1 },
  'socket connections': {
    per: 'member',
    most: 200,
    seconds: minute,
    setting: 'SOCKETS_PER_MEMBER',
    times: 4,
  },
  /** Messages of any kind. A socket that sends more is closed. */
  'socket messages': {
    per: 'member',
    most: 1_000,
    seconds: 10,
    setting: 'SOCKETS_PER_MEMBER',
    times: 20,
  },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

type Route = keyof typeof policy.queries | keyof typeof policy.endpoints;

/** Limit that counts the requests to each route of the policy. */
export const limitsOfRoutes = {
  ...(Object.fromEntries(
    Object.values(queries).map(({ path }) => [`GET ${path}`, 'queries']),
  ) as Readonly<Record<QueryRow, 'queries'>>),
  'GET /api/site': 'strangers',
  'GET /api/bills.csv': 'exports',
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
 * Limit that counts the requests to every other path. A route that is in neither table stops the
 * process at its start.
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
  '/products/:id/share/views': 'public pages',
  '/packages/:id/share/views': 'public pages',
  '/public-page/:file': 'static files',
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

/** Limits that count a command besides `commands`. */
export const limitsOfCommands: Readonly<Record<string, readonly RateLimitName[]>> =
  Object.fromEntries(
    Object.entries(commandDefinitions).map(([name, { heldBy }]) => [
      name,
      heldBy ? ['guesses'] : [],
    ]),
  );

/** How much may be there at once. */
export const quotas = {
  /**
   * Commands of one account that are worked on at once in one process, and as many questions:
   * others' are done between them.
   */
  requests: 4,
  /** Those that wait beside them. */
  requestsWaiting: 100,
  /** Sockets of one account in one process: the tabs of its browsers. */
  sockets: 50,
  /**
   * Sessions of one account: its browsers of the last 30 days. The one that was seen longest ago
   * ends for a further one.
   */
  sessions: 100,
  /** Uploads of one account that are under way. */
  uploads: 20,
  /** Uploads under way of an account whose number is not verified. */
  uploadsOfUnverified: 3,
  /**
   * Uploads of one account that may be gone on with later, in one process; the oldest goes for a
   * further one.
   */
  unfinishedUploads: 5,
  unfinishedUploadsOfUnverified: 1,
  /** Bytes of files, by who uploaded them and by organization. */
  fileBytesOfMember: 2 * 1024 ** 3,
  fileBytesOfOrganization: 50 * 1024 ** 3,
  /** Bytes of files of an account whose number is not verified. */
  fileBytesOfUnverified: 50 * 1024 ** 2,
} as const;
