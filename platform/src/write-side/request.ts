import type { Message } from '#domain/kernel/message.js';
import type { AppendResult } from '../event-log/event-log.js';
import { Unavailable } from '../common/unavailable.js';

/**
 * A command on its way: what is asked, by whom, and the id that makes asking twice the same as
 * asking once.
 */
export type Request<Command extends Message> = {
  readonly id: string;
  /**
   * The account behind the session; for what a reactor or an endpoint sends, of the event that it
   * answers.
   */
  readonly actorId: string;
  /** The session's; none while the account is in no organization. */
  readonly organizationId?: string;
  readonly command: Command;
  /**
   * Body before its schema read it: an earlier build, which read it otherwise, has fingerprinted
   * its own reading.
   */
  readonly sent?: unknown;
  readonly device?: Device;
  /** The event that a reactor answers; the command's own id where a person sends it. */
  readonly causationId?: string;
  readonly correlationId?: string;
  /** If-Match: what is asked was decided on the record as it stood there. */
  readonly expectedRevision?: number;
  /**
   * Sent by a reactor or an endpoint of ours: no policy applies, because the account may have lost
   * its rights meanwhile.
   */
  readonly internal?: true;
};

/**
 * The record's id, and where the command's last event is: what a query has to have seen to know of
 * it.
 */
export type Answer = AppendResult & { readonly id: string };

/** Every try met a conflict: 503, try again. */
export class Busy extends Unavailable {
  constructor() {
    super('Too many people are changing this at the same time. Please try again.');
  }
}

/** The record has moved on since the sender saw it (412). */
export class StaleRevision extends Error {
  constructor(readonly revision: number) {
    super('This has been changed meanwhile.');
  }
}

/** Two readings of the device's clock: when the person did it, and when the request left. */
export type Device = { readonly capturedAt: string; readonly sentAt: string };

const longestAgo = 30 * 24 * 60 * 60 * 1000;

/**
 * The device's clock may be wrong, but the time between two of its readings is right. Never in the
 * future, at most 30 days ago.
 */
export function captureTime(now: string, device?: Device): string {
  if (!device) return now;
  const ago = Date.parse(device.sentAt) - Date.parse(device.capturedAt);
  return new Date(Date.parse(now) - Math.min(Math.max(ago, 0), longestAgo)).toISOString();
}

/**
 * A clock that is less wrong than this is taken to be right: some of the difference is the
 * request's way.
 */
const SMALLEST_CORRECTION_MS = 60_000;

/**
 * Milliseconds by which the device's clock was behind when it captured; 0 where it was right, or
 * nothing is known of it.
 */
export function clockCorrection(now: string, device?: Device): number {
  if (!device) return 0;
  const [sent, captured] = [Date.parse(device.sentAt), Date.parse(device.capturedAt)];
  const behind = Date.parse(now) - Math.max(sent, captured);
  return Math.abs(behind) < SMALLEST_CORRECTION_MS ? 0 : behind;
}

/** Time zone of accounts without an organization. */
export const timeZoneOfNobody = 'Asia/Kolkata';
