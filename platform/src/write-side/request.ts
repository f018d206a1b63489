import type { Message } from '#domain/kernel/texts/message.js';
import type { AppendResult, Metadata } from '../event-log/event-log.js';
import type { SpanContext } from '../common/tracing/tracing.js';
import { Unavailable } from '../common/unavailable.js';

/** Command with its sender, and the id that makes a repetition harmless. */
export type Request<Command extends Message> = {
  readonly id: string;
  /**
   * Account of the session; for a reactor or an endpoint, the actor of the event that it answers.
   */
  readonly actorId: string;
  /** Organization of the session, if the account is in one. */
  readonly organizationId?: string;
  readonly command: Command;
  /** Body before schema parsing, in case an earlier build parsed it differently. */
  readonly sent?: unknown;
  /**
   * Error of today's schema for the body; `command` then holds the unparsed body. The error is
   * thrown unless an earlier build has recorded this command.
   */
  readonly refused?: Error;
  readonly device?: Device;
  /** Device and network from which a person sent the command. */
  readonly sentFrom?: Pick<Metadata, 'device' | 'network'>;
  /** Id of the event that a reactor answers; the command's own id if a person sent it. */
  readonly causationId?: string;
  readonly correlationId?: string;
  /** Span that sends the command, if it is traced. */
  readonly span?: SpanContext | undefined;
  /** Revision from If-Match, on which the sender decided. */
  readonly expectedRevision?: number;
  /** Set by reactors and endpoints, whose account may have lost its rights: skips the policy. */
  readonly internal?: true;
};

/** Id of the record, and the position that a query has to reach to see the command's effect. */
export type Answer = AppendResult & { readonly id: string };

/** Every try met a conflict; answered with 503. */
export class Busy extends Unavailable {
  constructor() {
    super('Too many people are changing this at the same time. Please try again.');
  }
}

/** The record changed since the sender saw it; answered with 412. */
export class StaleRevision extends Error {
  constructor(readonly revision: number) {
    super('This has been changed meanwhile.');
  }
}

/** Readings of the device's clock: at capture, and when the request was sent. */
export type Device = { readonly capturedAt: string; readonly sentAt: string };

const MAX_CAPTURE_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Time of the capture by our clock. Of the device's clock, which may be wrong, only the difference
 * of two readings is used. Never in the future, at most 30 days ago.
 */
export function captureTime(now: string, device?: Device): string {
  if (!device) return now;
  const ageMs = Date.parse(device.sentAt) - Date.parse(device.capturedAt);
  return new Date(Date.parse(now) - Math.min(Math.max(ageMs, 0), MAX_CAPTURE_AGE_MS)).toISOString();
}

/** Smaller differences are ignored: they may be the request's travel time. */
const SMALLEST_CORRECTION_MS = 60_000;

/**
 * Milliseconds by which the device's clock was behind at capture; 0 if it was right or is unknown.
 */
export function clockCorrection(now: string, device?: Device): number {
  if (!device) return 0;
  const [sent, captured] = [Date.parse(device.sentAt), Date.parse(device.capturedAt)];
  const behindMs = Date.parse(now) - Math.max(sent, captured);
  return Math.abs(behindMs) < SMALLEST_CORRECTION_MS ? 0 : behindMs;
}
