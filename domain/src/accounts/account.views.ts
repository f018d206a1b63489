import { z } from 'zod';
import { type Role, roles } from '../kernel/policy.js';
import { instant } from '../kernel/schema.js';
import type { Answer } from '../kernel/views.js';
import { languages } from './account.values.js';

/** `GET /api/me`. Without an organization its fields are null. */
export const me = z.strictObject({
  account: z.strictObject({
    id: z.string(),
    name: z.string(),
    phone: z.string(),
    /** Null until chosen; the browser's language applies then. */
    language: z.enum(languages).nullable(),
  }),
  memberId: z.string().nullable(),
  role: z.enum(roles).nullable(),
  organization: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      timeZone: z.string(),
      inviteCode: z.string(),
      leaderboardOpen: z.boolean(),
    })
    .nullable(),
  /** Commands and queries that the policy allows this member; the browser hides the others. */
  rights: z.array(z.string()),
  verification: z.strictObject({ verified: z.boolean(), graceEndsAt: instant.optional() }),
});
export type Me = Answer<typeof me>;

/** Answer to a sign-up link: who invites, and to which organization. */
export type InvitationRead = {
  readonly organization: string;
  /** Set if the number was invited; the code alone names nobody. */
  readonly invitedBy?: string;
  readonly role?: Role;
};

export type CodeSent = {
  readonly status: 'code-sent';
  readonly challengeId: string;
  readonly resendAt: string;
};
export type SignedInAnswer = { readonly status: 'signed-in' };
/** The code was right, and the account has a password. */
export type PasswordNeeded = { readonly status: 'password-needed' };

/** Session as its owner sees it. `sessionId` is no token. */
const sessionItem = z.strictObject({
  sessionId: z.string(),
  /** Browser and system: "Chrome on Android". */
  browser: z.string(),
  /** Beginning of the session's first IP address, `49.36`; null within the local network. */
  network: z.string().nullable(),
  startedAt: instant,
  /** Rounded to a quarter of an hour. */
  lastSeenAt: instant,
  /** Whether the request came from this session. */
  current: z.boolean(),
});
export type SessionItem = Answer<typeof sessionItem>;

/** `GET /api/profile`, in addition to `GET /api/me`. */
export const profile = z.strictObject({
  /** Id of the chosen location; null for none. */
  locationId: z.string().nullable(),
  hasPassword: z.boolean(),
  /** The session of the request first, then by last use. */
  sessions: z.array(sessionItem),
});
export type Profile = Answer<typeof profile>;

/** `GET /api/site`, also for visitors: features of this installation. */
export const installationFeatures = z.strictObject({
  devInbox: z.boolean(),
  watchDemo: z.boolean(),
  bookDemoNumber: z.string().optional(),
});
export type InstallationFeatures = Answer<typeof installationFeatures>;
