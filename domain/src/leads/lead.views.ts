import type { List, PersonRef } from '../kernel/views.js';
import type { Place } from '../kernel/schema.js';
import type { LeadStatus, LeadType } from './lead.values.js';
import type { LeadEvent } from './lead.events.js';

/** One card of `GET /api/leads`. */
export type LeadItem = {
  readonly leadId: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName?: string;
  readonly type: LeadType;
  readonly status: LeadStatus;
  readonly assignedTo: PersonRef;
  readonly createdAt: string;
  /** The organization's day on which it was captured. */
  readonly createdOn: string;
  readonly lastActivityAt: string;
  readonly nextFollowUpOn?: string;
  /** Sum of its quotations; 0 where none was made. */
  readonly quotedPaise: number;
  /** Where its latest visit was; visits come with field work. */
  readonly lastVisitPlace?: string;
  readonly revision: number;
};
export type LeadList = List<LeadItem> & {
  readonly counts: Readonly<Record<LeadStatus | 'All', number>>;
  readonly total: number;
  /** What was quoted, or converted, on the days that were asked for. */
  readonly paise?: number;
};

export type FollowUp = { readonly followUpId: string; readonly dueOn: string; readonly note?: string };
export type Quotation = {
  readonly quotationId: string;
  readonly amountPaise: number;
  readonly status: 'Draft' | 'Sent' | 'Accepted' | 'Rejected' | 'Expired';
  readonly validUntilOn?: string;
  readonly fileId?: string;
  readonly notes?: string;
  readonly createdAt: string;
};

/** `GET /api/leads/<id>` */
export type LeadDetail = LeadItem & {
  readonly landmark?: string;
  readonly place?: Place;
  /** File ids, oldest first: the lead's own and those of its notes. */
  readonly photos: readonly string[];
  /** How many of the photos are the lead's own, and stand first: an edit replaces those. */
  readonly ownPhotos: number;
  /** The open ones, earliest first. */
  readonly followUps: readonly FollowUp[];
  readonly quotations: readonly Quotation[];
  readonly customerId?: string;
  readonly lostReason?: string;
  /** That it could not be brought up to date, in words. */
  readonly trouble?: string;
};

/** One entry of `GET /api/leads/<id>/timeline`, newest first: an event of the lead as it was recorded. */
export type TimelineEntry = {
  readonly entryId: string;
  readonly at: string;
  readonly capturedAt: string;
  readonly on: string;
  readonly by: PersonRef;
  readonly revision: number;
  readonly commandId: string;
  readonly erased?: true;
} & LeadEvent;

/** What of an event says what it came with. */
export type Step = { readonly type: LeadEvent['type']; readonly revision: number; readonly commandId: string };

/** What can move the status of its lead on. */
export const movesStatus = (type: Step['type']): boolean => type === 'VisitRecorded' || type === 'QuotationUploaded';

/** What a visit or a quotation does to the status is of one command with it, and is told in its entry, on the timeline and in the activity. */
export const isToldWith = (before: Step | undefined, { type, revision, commandId }: Step): before is Step =>
  type === 'LeadStatusChanged' &&
  before !== undefined &&
  movesStatus(before.type) &&
  before.revision === revision - 1 &&
  before.commandId === commandId;

/** 409 `lead-phone-taken`: for a colleague's lead a sales user sees only whose it is. */
export type ExistingLead =
  Pick<LeadItem, 'leadId' | 'name' | 'phone' | 'city' | 'status' | 'assignedTo' | 'createdAt' | 'quotedPaise'> | { readonly assignedTo: PersonRef };

/** `GET /api/lead-with-number`: the lead that has a phone number, while that is still being typed. */
export type LeadWithNumber = { readonly existing?: ExistingLead };

/** What a person wrote, or what was done: `brings` is the status that a visit or a quotation has moved the lead to. */
export type Noted =
  | { readonly type: 'NoteAdded'; readonly note: string }
  | { readonly type: 'VisitRecorded' | 'QuotationUploaded'; readonly note?: string; readonly brings?: LeadStatus }
  | { readonly type: 'LeadStatusChanged'; readonly to: LeadStatus }
  | { readonly type: 'LeadLost' | 'FollowUpCancelled'; readonly reason: string }
  | { readonly type: 'LeadConverted' | 'FollowUpCompleted' };

/** One of `GET /api/activity`: the newest notes, also those that are made by themselves where something was done. */
export type Activity = {
  readonly entryId: string;
  readonly leadId: string;
  readonly leadName: string;
  readonly by: PersonRef;
  readonly at: string;
  readonly noted: Noted;
};

/** `GET /api/dashboard`: leads, visits and notes of the organization for admins, for everybody else their own. */
export type Dashboard = {
  readonly leads: { readonly total: number; readonly byStatus: Readonly<Record<LeadStatus, number>> };
  readonly followUpsDue: number;
  /** Of these the last seven days brought so many. Customers: leads that were converted, of those that one sees. */
  readonly week: { readonly leads: number; readonly visits: number; readonly customers: number };
  /** Visits that were made. */
  readonly visits: number;
  /** Of the whole organization, which everybody sees. */
  readonly customers: number;
  readonly recentLeads: readonly LeadItem[];
  readonly recentActivity: readonly Activity[];
};
