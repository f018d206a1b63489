export const leadTypes = ['Builder', 'Owner', 'Contractor', 'Architect', 'Other'] as const;
export type LeadType = (typeof leadTypes)[number];
/** Kind of contact that a note tells of. The first one is the composer's default. */
export const activityTypes = ['Call', 'WhatsApp', 'Site Visit', 'Status Update'] as const;
export type ActivityType = (typeof activityTypes)[number];
/** In the order in which a lead moves on. */
export const leadStatuses = ['New', 'Contacted', 'Quoted', 'Converted', 'Lost'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
/** Statuses of finished leads, which may be reopened, and of open leads. */
export const finishedStatuses: readonly LeadStatus[] = ['Converted', 'Lost'];
export const openStatuses: readonly LeadStatus[] = leadStatuses.filter(
  (status) => !finishedStatuses.includes(status),
);
export const leadSorts = ['created', 'next-follow-up', 'quoted'] as const;
export type LeadSort = (typeof leadSorts)[number];
/**
 * Events by whose day a list of leads can be narrowed. The daily figures count the leads the same
 * way.
 */
export const leadDayKinds = ['created', 'quoted', 'converted'] as const;
export type LeadDayKind = (typeof leadDayKinds)[number];
/** With a search the leads of a list are counted up to here, and one more stands for more. */
export const mostLeadsCounted = 1_000;
/** More days than this are not asked for at once. */
export const mostLeadDays = 366;
