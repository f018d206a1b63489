import { z } from 'zod';
import { historyEvent } from '../history/history.views.js';
import { day, instant } from '../kernel/schema.js';
import { type Answer, count, listOf } from '../kernel/views.js';
import { auditKinds } from './audit.values.js';

/** Event of the feed with its record. */
const auditItem = historyEvent.extend({
  /** Number of the event within its record; the first is 1. */
  revision: count,
  kind: z.enum(auditKinds),
  recordId: z.string(),
  /** Present name of the record; empty if it is erased or has none. */
  recordName: z.string(),
});
export type AuditItem = Answer<typeof auditItem>;

/** `GET /api/audit`, newest first. */
export const auditFeed = listOf(auditItem, {
  /** Cursor of the newest event that was examined, for `since`. */
  newest: z.string(),
  /** Set when the search stopped early: time of the oldest event examined. */
  lookedTo: instant.optional(),
});
export type AuditFeed = Answer<typeof auditFeed>;

const days = { from: day, to: day };

/** `GET /api/audit/links`, newest first. */
export const auditLinks = z.strictObject({
  items: z.array(
    z.strictObject({
      linkId: z.string(),
      ...days,
      /** Last day on which the link opens. */
      expiresOn: day,
      status: z.enum(['open', 'expired', 'revoked']),
    }),
  ),
});
export type AuditLinks = Answer<typeof auditLinks>;

/** `GET /api/linked-audit/<token>`: the feed of the link's period. */
export const linkedAudit = auditFeed.omit({ newest: true }).extend({
  organization: z.strictObject({ name: z.string(), timeZone: z.string() }),
  ...days,
  expiresOn: day,
});
export type LinkedAudit = Answer<typeof linkedAudit>;

/** Signed checkpoint of the log (C2SP tlog-checkpoint). */
const signedCheckpoint = z.strictObject({
  /** Number of events that it covers, of the whole log. */
  size: count,
  /** Root of the log tree, in base64. */
  root: z.string(),
  /** Checkpoint with its signatures, as text. */
  note: z.string(),
  at: instant,
});
export type SignedCheckpoint = Answer<typeof signedCheckpoint>;

/** Newest checkpoint, and the keys that sign checkpoints. */
const logProof = z.strictObject({
  /** Missing until the first one is signed. */
  newest: signedCheckpoint.optional(),
  /** Public keys as C2SP verifier keys, newest first. */
  keys: z.array(z.string()),
  /** Time of the last check of the log against its checkpoints. */
  checkedAt: instant.optional(),
  /** Time of the first misfit; no checkpoint has been signed since. */
  stoppedSince: instant.optional(),
});
export type LogProof = Answer<typeof logProof>;

const eventReference = z.strictObject({ eventId: z.string(), at: instant, hash: z.string() });

/**
 * Facts of the four statements that an auditor asks for: recording is always on, all events are
 * recorded, none can be altered unseen, and everything is kept.
 */
export const auditStatements = z.strictObject({
  organization: z.strictObject({ name: z.string(), timeZone: z.string() }),
  preparedAt: instant,
  /** Period of a link; without one: everything. */
  period: z.strictObject(days).optional(),
  /** First event of all. Recording cannot be turned off, so the feed is complete from here. */
  first: eventReference.optional(),
  /** Newest event that is counted. */
  newest: eventReference.optional(),
  /** Events of the feed without filters, by kind of record. */
  kinds: z.array(z.strictObject({ kind: z.enum(auditKinds), events: count })),
  /** Whether older events are still being counted. */
  isCounting: z.boolean(),
  erasures: count,
  proof: logProof,
});
export type AuditStatements = Answer<typeof auditStatements>;

/** Register of erasures, newest first: which record by id, when, by whom, on which request. */
export const erasureRegister = listOf(auditItem, {
  /** Whether older events are still being examined. */
  isCounting: z.boolean(),
});
export type ErasureRegister = Answer<typeof erasureRegister>;
