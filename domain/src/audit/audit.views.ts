import { z } from 'zod';
import { roles } from '../kernel/policy.js';
import { day, instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef } from '../kernel/views.js';
import { auditKinds } from './audit.values.js';

/** Event of the feed, with people and fields as of the event. */
const auditItem = z.strictObject({
  eventId: z.string(),
  type: z.string(),
  /** Time of recording, and capture time. */
  ...{ at: instant, capturedAt: instant },
  /** Captured on another day of the organization's calendar than recorded. */
  late: z.literal(true).optional(),
  /** Missing for events that no member caused. A role is missing for whoever was no member. */
  by: z.strictObject({ ...personRef.shape, role: z.enum(roles).optional() }).optional(),
  /** Event that a reactor or job answered. */
  cause: z.strictObject({ eventId: z.string(), type: z.string().optional() }).optional(),
  commandId: z.string(),
  hash: z.string(),
  /** The event's personal fields are erased. */
  erased: z.literal(true).optional(),
  /** Fields of the event; texts of an erased one are empty. */
  data: z.looseObject({}),
  /** Names of people whose ids are in the data, as of the event. */
  people: z.record(z.string(), z.string()),
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
  /** Cursor of the newest event that was looked at, for `since`. */
  newest: z.string(),
  /** Recording time of the oldest event that was looked at, if few of many matched. */
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
