import { z } from 'zod';
import { day, instant, place } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { moneyToCollect } from '../customers/customer.views.js';
import { type LeadEvent, leadEvents } from './lead.events.js';
import { quotationStatuses } from '../quotations/quotation.values.js';
import { activityTypes, leadStatuses, leadTypes, outcomes } from './lead.values.js';

/**
 * Card of `GET /api/leads`. Fields of `leadDetails` that are named here appear in every list of
 * leads.
 */
export const leadItem = z.strictObject({
  leadId: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  city: z.string(),
  siteName: z.string().optional(),
  type: z.enum(leadTypes),
  status: z.enum(leadStatuses),
  assignedTo: personRef,
  createdAt: instant,
  /** The organization's day of capture. */
  createdOn: day,
  lastActivityAt: instant,
  nextFollowUpOn: day.optional(),
  /** Money of its quotations by `sumQuoted`; 0 if there are none. */
  quotedPaise: sum,
  /** Place of the latest visit that has a place. */
  lastVisitPlace: z.string().optional(),
  revision: count,
});
export type LeadItem = Answer<typeof leadItem>;
export const leadList = listOf(leadItem, {
  counts: z.record(z.enum([...leadStatuses, 'All']), count),
  total: count,
  /**
   * Sum in paise: quoted or converted on the requested days, else all that was quoted. Missing for
   * a search or a gap other than `unreplied`, and for days of capture.
   */
  paise: sum.optional(),
});
export type LeadList = Answer<typeof leadList>;

const quotation = z.strictObject({
  quotationId: z.string(),
  amountPaise: sum,
  status: z.enum(quotationStatuses),
  /** Number of a quotation that was built in the product. */
  number: z.string().optional(),
  isBuilt: z.literal(true).optional(),
  validUntilOn: day.optional(),
  fileId: z.string().optional(),
  notes: z.string().optional(),
  createdAt: instant,
});
export type Quotation = Answer<typeof quotation>;

/** `GET /api/leads/<id>` */
export const leadDetail = leadItem.extend({
  landmark: z.string().optional(),
  place: place.optional(),
  /** File ids, oldest first: the lead's own and those of its notes. */
  photos: z.array(z.string()),
  /** Number of the lead's own photos, which come first; an edit replaces them. */
  ownPhotos: count,
  /** Open follow-ups, earliest first. */
  followUps: z.array(
    z.strictObject({ followUpId: z.string(), dueOn: day, note: z.string().optional() }),
  ),
  quotations: z.array(quotation),
  customerId: z.string().optional(),
  lostReason: z.string().optional(),
  /** Warning that the lead is not up to date. */
  trouble: z.string().optional(),
});
export type LeadDetail = Answer<typeof leadDetail>;
export type FollowUp = LeadDetail['followUps'][number];

/** Fields of every timeline entry in addition to its type and data. */
export const timelineFields = z.strictObject({
  entryId: z.string(),
  leadId: z.string(),
  at: instant,
  capturedAt: instant,
  on: day,
  by: personRef,
  /** Names of the members whose ids occur in its data. */
  people: z.record(z.string(), z.string()),
  revision: count,
  commandId: z.string(),
  erased: z.literal(true).optional(),
  /** Times that customers opened the page of a shared item. */
  openings: count.optional(),
});
/**
 * Entry of an event whose personal data was erased. Texts are empty, and optional fields are
 * missing.
 */
const erasedEntry = timelineFields.extend({
  type: z.enum(Object.keys(leadEvents)),
  erased: z.literal(true),
  data: z.looseObject({}),
});
/** Entry of `GET /api/leads/<id>/timeline`, newest first: an event of the lead as recorded. */
const timelineEntry = z.union([
  ...Object.entries(leadEvents).map(([type, data]) =>
    timelineFields.extend({ type: z.literal(type), data }),
  ),
  erasedEntry,
]) as unknown as z.ZodType<z.output<typeof timelineFields> & LeadEvent>;
export type TimelineEntry = Answer<typeof timelineEntry>;
export const timeline = listOf(timelineEntry);

/** Lead in the refusal `lead-phone-taken` (409). Sales see only the owner of a colleague's lead. */
const existingLead = z.union([
  leadItem
    .pick({
      leadId: true,
      name: true,
      phone: true,
      city: true,
      status: true,
      assignedTo: true,
      createdAt: true,
      lastActivityAt: true,
      quotedPaise: true,
    })
    // Refusals on a device may come from an earlier build, without these fields.
    .partial({ lastActivityAt: true })
    /** `nextFollowUpOn` is null if nothing is planned. */
    .extend({ nextFollowUpOn: day.nullable().optional() }),
  z.strictObject({ assignedTo: personRef }),
]);
export type ExistingLead = Answer<typeof existingLead>;

/** `GET /api/lead-with-number`: the lead with a phone number, queried while typing. */
export const leadWithNumber = z.strictObject({ existing: existingLead.optional() });
export type LeadWithNumber = Answer<typeof leadWithNumber>;

/** `GET /api/geocode`: address of a place, if known. */
export const foundAddress = z.strictObject({ address: z.string().optional() });
export type FoundAddress = Answer<typeof foundAddress>;

/** A note, or a recorded step. `brings` is the status that a visit or quotation gave the lead. */
const noted = z.union([
  z.strictObject({
    type: z.literal('NoteAdded'),
    activity: z.enum(activityTypes).optional(),
    outcome: z.enum(outcomes).optional(),
    note: z.string().optional(),
  }),
  z.strictObject({
    type: z.enum(['VisitRecorded', 'QuotationUploaded']),
    /** Set only for a visit. */
    outcome: z.enum(outcomes).optional(),
    note: z.string().optional(),
    brings: z.enum(leadStatuses).optional(),
    /** Set only for a quotation. */
    amountPaise: sum.optional(),
  }),
  z.strictObject({ type: z.literal('LeadStatusChanged'), to: z.enum(leadStatuses) }),
  z.strictObject({ type: z.enum(['LeadLost', 'FollowUpCancelled']), reason: z.string() }),
  z.strictObject({
    type: z.enum(['LeadCreated', 'LeadConverted', 'FollowUpCompleted']),
    /** Project value or payment of a conversion. */
    amountPaise: sum.optional(),
  }),
]);
export type Noted = Answer<typeof noted>;

/**
 * Entry of `GET /api/activity`, newest first: notes and recorded steps. At most the newest 20 per
 * lead.
 */
export const activity = z.strictObject({
  entryId: z.string(),
  leadId: z.string(),
  leadName: z.string(),
  by: personRef,
  at: instant,
  noted,
});
export type Activity = Answer<typeof activity>;

const counted = z.strictObject({ leads: count, paise: sum });
/**
 * `GET /api/money`: money of the organization or of a member. Members who see only their own
 * records get their own.
 */
export const money = z.strictObject({
  from: day,
  to: day,
  /** Leads that are Quoted now. */
  quoted: counted,
  /**
   * Leads converted in the period. `paiseOfWholeBefore` is the money of the previous period,
   * `paiseBefore` that of as many days from its beginning.
   */
  won: counted.extend({ paiseBefore: sum, paiseOfWholeBefore: sum }),
  /** Bills without a decision. */
  bills: z.strictObject({ pending: count, paise: sum }),
  /**
   * Unpaid money of all customers. Only for members who see everything, and missing for a single
   * member's money.
   */
  toCollect: moneyToCollect.optional(),
});
export type Money = Answer<typeof money>;

/**
 * `GET /api/dashboard`: leads, visits and notes; of the organization for admins, else of the
 * member.
 */
export const dashboard = z.strictObject({
  leads: z.strictObject({ total: count, byStatus: z.record(z.enum(leadStatuses), count) }),
  followUpsDue: count,
  /** Open leads with nothing planned. */
  undated: count,
  /** Sample leads of the organization. */
  samples: count,
  /** Part of each total that the last seven days added. */
  week: z.strictObject({ leads: count, visits: count, customers: count }),
  /** Completed visits. */
  visits: count,
  /** Customers of the whole organization, visible to every member. */
  customers: count,
  recentLeads: z.array(leadItem),
  recentActivity: z.array(activity),
});
export type Dashboard = Answer<typeof dashboard>;
