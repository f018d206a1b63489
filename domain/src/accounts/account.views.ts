import type { Role } from '../kernel/policy.js';

/** `GET /api/me`. Without an organization its fields are null. */
export type Me = {
  readonly account: { readonly id: string; readonly name: string; readonly phone: string };
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
export type FileLink = { readonly url: string; readonly expiresAt: string; readonly kind: FileKind };
