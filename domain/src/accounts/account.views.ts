import type { Role } from '../kernel/policy.js';
import type { Language } from './account.values.js';

/** `GET /api/me`. Without an organization its fields are null. */
export type Me = {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly phone: string;
    /** Null until it was chosen: then it is the browser's. */
    readonly language: Language | null;
  };
  readonly memberId: string | null;
  readonly role: Role | null;
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly timeZone: string;
    readonly inviteCode: string;
    readonly leaderboardOpen: boolean;
  } | null;
  /** Names of the commands and queries that this member may ever use, from the policy table: the browser hides by it. */
  readonly rights: readonly string[];
  readonly verification: { readonly verified: boolean; readonly graceEndsAt?: string };
};

export type CodeSent = { readonly status: 'code-sent'; readonly challengeId: string; readonly resendAt: string };
export type SignedInAnswer = { readonly status: 'signed-in' };
/** The code was right, and the account has a password. */
export type PasswordNeeded = { readonly status: 'password-needed' };

/** A session as its owner sees it. `sessionId` names it and is worth nothing as a token. */
export type SessionItem = {
  readonly sessionId: string;
  /** The browser and its system in words, as far as it says: "Chrome on Android". */
  readonly browser: string;
  /** The beginning of the address that it was begun from, `49.36`; null within the local network. */
  readonly network: string | null;
  readonly startedAt: string;
  /** To the quarter of an hour. */
  readonly lastSeenAt: string;
  /** The one that asks. */
  readonly current: boolean;
};

/** `GET /api/profile`, beside what `GET /api/me` says. */
export type Profile = {
  /** Of the organization's locations. */
  readonly locationId: string | null;
  readonly hasPassword: boolean;
  /** The one that asks first, then by when they were last seen. */
  readonly sessions: readonly SessionItem[];
};

/** `GET /api/site`, for strangers too: what this installation offers. */
export type Site = { readonly devInbox: boolean; readonly watchDemo: boolean; readonly bookDemoNumber?: string };

/** `POST /api/files` and `GET /api/files/<id>` */
export type FileKind = 'image' | 'pdf' | 'video';
export type UploadedFile = {
  readonly fileId: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
};
/** `placeholder`: of a picture, what stands there until it has come. */
export type FileLink = { readonly url: string; readonly expiresAt: string; readonly kind: FileKind; readonly placeholder?: string };
