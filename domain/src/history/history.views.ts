import { z } from 'zod';
import type { BillDetail } from '../bills/bill.views.js';
import type { OfferItem, PackageView, ProductItem } from '../catalogue/catalogue.views.js';
import type { CustomerDetail } from '../customers/customer.views.js';
import { roles } from '../kernel/policy.js';
import { instant } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef } from '../kernel/views.js';
import type { LeadDetail } from '../leads/lead.views.js';
import type { OrganizationShown, TeamMember } from '../organizations/organization.views.js';
import type { QuotationDetail, QuotationSettingsShown } from '../quotations/quotation.views.js';

/** Item fields that no event of the item decides: counts of shares and views, and links. */
type FieldNotFromEvents = 'shareCount' | 'viewCount' | 'cover' | 'sharePath' | 'shareEndsAt';

/** Answers of the detail queries by kind. A record at an earlier moment has the same fields. */
export type HistoryRecords = {
  readonly lead: LeadDetail;
  readonly bill: BillDetail;
  readonly customer: CustomerDetail;
  readonly quotation: QuotationDetail;
  readonly product: Omit<ProductItem, FieldNotFromEvents>;
  readonly package: Omit<PackageView, FieldNotFromEvents>;
  readonly offer: Omit<OfferItem, FieldNotFromEvents>;
  readonly member: TeamMember;
  readonly organization: OrganizationShown & QuotationSettingsShown;
};

/** Person as of the event. A role is missing for a person who was not a member then. */
const actor = z.strictObject({ ...personRef.shape, role: z.enum(roles).optional() });

/** Event that a reactor or job answered. */
const cause = z.strictObject({
  eventId: z.string(),
  /** Missing if the causing event belongs to no record that has a history. */
  type: z.string().optional(),
  /** Kind of its record, such as `lead`. */
  kind: z.string().optional(),
  at: instant.optional(),
});

/**
 * Field of the record before and after an event; a missing side had no value. `moments.ts` makes
 * and applies changes.
 */
const change = z.strictObject({
  /** Name, or a path such as `draft.lines` within a large field. */
  field: z.string(),
  /** Index at which the lists begin to differ; both sides contain only the differing elements. */
  at: count.optional(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** The value changed with time or another record, and not by this event. */
  derived: z.literal(true).optional(),
});
export type HistoryChange = Answer<typeof change>;

/** Event of a record with everything but its changes, as the feed shows it. */
export const historyEvent = z.strictObject({
  eventId: z.string(),
  type: z.string(),
  /** Time of recording, and capture time. */
  at: instant,
  capturedAt: instant,
  /** Captured on another day of the organization's calendar than recorded. */
  late: z.literal(true).optional(),
  /** Missing for events that no person caused. */
  by: actor.optional(),
  cause: cause.optional(),
  /** Device and network of the person who sent the command, as far as they were recorded. */
  device: z.string().optional(),
  network: z.string().optional(),
  commandId: z.string(),
  hash: z.string(),
  /** The event's personal fields are erased. */
  erased: z.literal(true).optional(),
  /** The stored event, or its key, cannot be read. `at` is the time of a neighbouring event. */
  damaged: z.literal(true).optional(),
  /** Only a newer version of Fieldtrace knows the event. It is intact; its fields are left out. */
  newer: z.literal(true).optional(),
  /** Fields of the event; texts of an erased one are empty. */
  data: z.looseObject({}),
  /** Names of people whose ids are in the data, as of the event. */
  people: z.record(z.string(), z.string()),
});
export type HistoryEvent = Answer<typeof historyEvent>;

/** Entry of `GET /api/history/<kind>/<id>`. */
const historyEntry = historyEvent.extend({
  /** Number of the event within the record; the first is 1. */
  revision: count,
  changes: z.array(change),
});
export type HistoryEntry = Answer<typeof historyEntry>;

/** Record with the fields of its detail query; null if it did not exist, or is erased. */
const record = z.looseObject({}).nullable();

/**
 * `GET /api/history/<kind>/<id>`: events, newest first. `record` is the state after the newest
 * event of the page; each entry's changes give the state before it.
 */
export const recordHistory = listOf(historyEntry, {
  /** Number of all events. */
  total: count,
  record,
  /** Newest name of the record; empty if erased. */
  recordName: z.string(),
  /**
   * Number of the first event that only a newer version of Fieldtrace knows. From there on, the
   * record stays as it was before.
   */
  newerFrom: count.optional(),
  deleted: z.literal(true).optional(),
  erased: z.literal(true).optional(),
});
export type RecordHistory = Answer<typeof recordHistory>;

/** Ways in which a stored history can differ from what was recorded. */
const chainBreaks = ['missing', 'unchained', 'changed', 'rewritten'] as const;

/** `GET /api/history/<kind>/<id>/verified`: the events that the newest checkpoint covers. */
export const verification = z.strictObject({
  /** Missing until the first checkpoint is signed. */
  checkpoint: z
    .strictObject({
      /** Number of events of the whole log. */
      size: count,
      /** Root of the log tree, in base64. */
      root: z.string(),
      at: instant,
    })
    .optional(),
  /** Number of the last event up to which the history is intact and covered; 0 for none. */
  verifiedTo: count,
  total: count,
  /** First event that was changed after it was recorded, by its number. */
  broken: z.strictObject({ revision: count, because: z.enum(chainBreaks) }).optional(),
  /** Time at which the log did not fit its checkpoints; none has been signed since. */
  stoppedSince: instant.optional(),
});
export type Verification = Answer<typeof verification>;

/** `GET /api/history/<kind>/<id>/state`: the record after the event with a number. */
export const recordState = z.strictObject({ revision: count, at: instant, record });
export type RecordState = Answer<typeof recordState>;
