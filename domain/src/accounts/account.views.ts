import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { instant } from '../kernel/schema.js';
import type { Answer } from '../kernel/views.js';
import { languages } from './account.values.js';

/** `GET /api/me`. Without an organization its fields are null. */
export const me = z.strictObject({
  account: z.strictObject({
    id: z.string(),
    name: z.string(),
    phone: z.string(),
    /** Null until it was chosen: then it is the browser's. */
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
  /**
   * Names of the commands and queries that this member may ever use, from the policy table: the
   * browser hides by it.
   */
  rights: z.array(z.string()),
  verification: z.strictObject({ verified: z.boolean(), graceEndsAt: instant.optional() }),
});
export type Me = Answer<typeof me>;

export type CodeSent = {
  readonly status: 'code-sent';
  readonly challengeId: string;
  readonly resendAt: string;
};
export type SignedInAnswer = { readonly status: 'signed-in' };
/** The code was right, and the account has a password. */
export type PasswordNeeded = { readonly status: 'password-needed' };

/** A session as its owner sees it. `sessionId` names it and is worth nothing as a token. */
const sessionItem = z.strictObject({
  sessionId: z.string(),
  /** The browser and its system in words, as far as it says: "Chrome on Android". */
  browser: z.string(),
  /**
   * The beginning of the address that it was begun from, `49.36`; null within the local network.
   */
  network: z.string().nullable(),
  startedAt: instant,
  /** To the quarter of an hour. */
  lastSeenAt: instant,
  /** The one that asks. */
  current: z.boolean(),
});
export type SessionItem = Answer<typeof sessionItem>;

/** `GET /api/profile`, beside what `GET /api/me` says. */
export const profile = z.strictObject({
  /** Id of one of the organization's locations; null where none is chosen. */
  locationId: z.string().nullable(),
  hasPassword: z.boolean(),
  /** The one that asks first, then by when they were last seen. */
  sessions: z.array(sessionItem),
});
export type Profile = Answer<typeof profile>;

/** `GET /api/site`, for strangers too: what this installation offers. */
export const site = z.strictObject({
  devInbox: z.boolean(),
  watchDemo: z.boolean(),
  bookDemoNumber: z.string().optional(),
});
export type Site = Answer<typeof site>;
