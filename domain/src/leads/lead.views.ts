import { z } from 'zod';
import { day, instant, place } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { type LeadEvent, leadEvents } from './lead.events.js';
import { activityTypes, leadStatuses, leadTypes } from './lead.values.js';

/**
 * Card of `GET /api/leads`. A field of `leadDetails` that is named here appears in every list of
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
  /** The organization's day on which it was captured. */
  createdOn: day,
  lastActivityAt: instant,
  nextFollowUpOn: day.optional(),
  /** Sum of its quotations; 0 where none was made. */
  quotedPaise: sum,
  /** Place of the visit that began last, of those with a place. */
  lastVisitPlace: z.string().optional(),
  revision: count,
});
export type LeadItem = Answer<typeof leadItem>;
export const leadList = listOf(leadItem, {
  counts: z.record(z.enum([...leadStatuses, 'All']), count),
  total: count,
  /** Sum quoted or converted on the requested days, in paise. */
  paise: sum.optional(),
});
export type LeadList = Answer<typeof leadList>;

const quotation = z.strictObject({
  quotationId: z.string(),
  amountPaise: sum,
  status: z.enum(['Draft', 'Sent', 'Accepted', 'Rejected', 'Expired']),
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
  /** How many of the photos are the lead's own, and stand first: an edit replaces those. */
  ownPhotos: count,
  /** The open ones, earliest first. */
  followUps: z.array(
    z.strictObject({ followUpId: z.string(), dueOn: day, note: z.string().optional() }),
  ),
  quotations: z.array(quotation),
  customerId: z.string().optional(),
  lostReason: z.string().optional(),
  /** That it could not be brought up to date, in words. */
  trouble: z.string().optional(),
});
export type LeadDetail = Answer<typeof leadDetail>;
export type FollowUp = LeadDetail['followUps'][number];

/** Fields of every timeline entry beside its type and data. */
export const timelineFields = z.strictObject({
  entryId: z.string(),
  leadId: z.string(),
  at: instant,
  capturedAt: instant,
  on: day,
  by: personRef,
  /** Names of the members whose ids its data has. */
  people: z.record(z.string(), z.string()),
  revision: count,
  commandId: z.string(),
  erased: z.literal(true).optional(),
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

/** 409 `lead-phone-taken`: for a colleague's lead a sales user sees only whose it is. */
const existingLead = z.union([
  leadItem.pick({
    leadId: true,
    name: true,
    phone: true,
    city: true,
    status: true,
    assignedTo: true,
    createdAt: true,
    quotedPaise: true,
  }),
  z.strictObject({ assignedTo: personRef }),
]);
export type ExistingLead = Answer<typeof existingLead>;

/**
 * `GET /api/lead-with-number`: the lead that has a phone number, while that is still being typed.
 */
export const leadWithNumber = z.strictObject({ existing: existingLead.optional() });
export type LeadWithNumber = Answer<typeof leadWithNumber>;

/** `GET /api/geocode`: what stands at a place, where somebody knows it. */
export const foundAddress = z.strictObject({ address: z.string().optional() });
export type FoundAddress = Answer<typeof foundAddress>;

/**
 * Note that was written, or step that was done. `brings` is the status to which a visit or
 * quotation moved the lead.
 */
const noted = z.union([
  z.strictObject({
    type: z.literal('NoteAdded'),
    activity: z.enum(activityTypes).optional(),
    note: z.string(),
  }),
  z.strictObject({
    type: z.enum(['VisitRecorded', 'QuotationUploaded']),
    note: z.string().optional(),
    brings: z.enum(leadStatuses).optional(),
  }),
  z.strictObject({ type: z.literal('LeadStatusChanged'), to: z.enum(leadStatuses) }),
  z.strictObject({ type: z.enum(['LeadLost', 'FollowUpCancelled']), reason: z.string() }),
  z.strictObject({ type: z.enum(['LeadConverted', 'FollowUpCompleted']) }),
]);
export type Noted = Answer<typeof noted>;

/**
 * Entry of `GET /api/activity`: notes, newest first, also those made by what was done. Of one lead
 * at most the newest 20.
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

/**
 * `GET /api/dashboard`: leads, visits and notes of the organization for admins, for everybody else
 * their own.
 */
export const dashboard = z.strictObject({
  leads: z.strictObject({ total: count, byStatus: z.record(z.enum(leadStatuses), count) }),
  followUpsDue: count,
  /** The last seven days' part of each total beside it. */
  week: z.strictObject({ leads: count, visits: count, customers: count }),
  /** Visits that were made. */
  visits: count,
  /** Customers of the whole organization, which every member sees. */
  customers: count,
  recentLeads: z.array(leadItem),
  recentActivity: z.array(activity),
});
export type Dashboard = Answer<typeof dashboard>;
