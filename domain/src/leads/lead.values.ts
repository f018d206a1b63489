export const leadTypes = ['Builder', 'Owner', 'Contractor', 'Architect', 'Other'] as const;
export type LeadType = (typeof leadTypes)[number];
/** Kind of contact that a note tells of. The first one is the composer's default. */
export const activityTypes = ['Call', 'WhatsApp', 'Site Visit', 'Status Update'] as const;
export type ActivityType = (typeof activityTypes)[number];
/** Results of a call, a message or a visit. */
export const outcomes = ['Spoke', 'No answer', 'Visit fixed', 'Wants a quote', 'Not now'] as const;
export type Outcome = (typeof outcomes)[number];
/** In the order of progress. */
export const leadStatuses = ['New', 'Contacted', 'Quoted', 'Converted', 'Lost'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
/** Statuses of finished leads, which may be reopened, and of open leads. */
export const finishedStatuses: readonly LeadStatus[] = ['Converted', 'Lost'];
export const openStatuses: readonly LeadStatus[] = leadStatuses.filter(
  (status) => !finishedStatuses.includes(status),
);
/**
 * Usual reasons of a loss. A usual reason is stored in this wording, in whatever language it was
 * chosen; any other text is the member's own.
 */
export const lostReasons = ['Price', 'Competitor', 'Shade', 'Loan', 'No answer'] as const;
export type LostReason = (typeof lostReasons)[number];
export const leadSorts = ['created', 'next-follow-up', 'quoted'] as const;
export type LeadSort = (typeof leadSorts)[number];
/**
 * Events by whose day a list of leads can be narrowed. The daily figures count the leads the same
 * way.
 */
export const leadDayKinds = ['created', 'quoted', 'converted'] as const;
export type LeadDayKind = (typeof leadDayKinds)[number];
/**
 * Gaps in the work on a lead: open without a planned follow-up; New without a plan and without
 * activity for days; Quoted without a reply for a week.
 */
export const leadGaps = ['undated', 'unanswered', 'unreplied'] as const;
export type LeadGap = (typeof leadGaps)[number];
/** Highest exact count of leads in a search. A count of one more means "more than this". */
export const MAX_LEADS_COUNTED = 1_000;
/** Longest range of days that a query accepts. */
export const MAX_LEAD_DAYS = 366;
