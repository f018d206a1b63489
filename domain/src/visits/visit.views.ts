import { z } from 'zod';
import { day, instant, place } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { leadStatuses, leadTypes } from '../leads/lead.values.js';
import { followUpGroups, visitTabs } from './visit.values.js';

const visitedLead = {
  leadId: z.string(),
  leadName: z.string(),
  phone: z.string(),
  city: z.string(),
  siteName: z.string().optional(),
};
export type VisitedLead = Answer<z.ZodObject<typeof visitedLead>>;

/** An open follow-up: of the agenda, and a visit to come. */
export const upcomingVisit = z.strictObject({
  ...visitedLead,
  tab: z.literal('upcoming'),
  followUpId: z.string(),
  dueOn: day,
  status: z.enum(leadStatuses),
  type: z.enum(leadTypes),
  assignedTo: personRef,
  /** Member who asked for the follow-up, when, and the note that they wrote with it. */
  by: personRef,
  at: instant,
  note: z.string().optional(),
});
export type UpcomingVisit = Answer<typeof upcomingVisit>;

export const completedVisit = z.strictObject({
  ...visitedLead,
  tab: z.literal('completed'),
  visitId: z.string(),
  /** The organization's day on which it began. */
  day,
  startedAt: instant,
  endedAt: instant,
  /** Rounded minutes from start to end; without pauses beside them. */
  durationMinutes: z.int(),
  activeMinutes: z.int(),
  place: place.optional(),
  accuracyMetres: z.number().optional(),
  notes: z.string().optional(),
  photoFileIds: z.array(z.string()),
  by: personRef,
});
export type CompletedVisit = Answer<typeof completedVisit>;

export const cancelledVisit = z.strictObject({
  ...visitedLead,
  tab: z.literal('cancelled'),
  followUpId: z.string(),
  /** For when it was planned. */
  day,
  reason: z.string(),
  by: personRef,
  at: instant,
});
export type CancelledVisit = Answer<typeof cancelledVisit>;

/** Card of `GET /api/visits?tab=…`. */
const visitItem = z.discriminatedUnion('tab', [upcomingVisit, completedVisit, cancelledVisit]);
export type VisitItem = Answer<typeof visitItem>;

const visitCounts = z.record(z.enum(visitTabs), count);
export type VisitCounts = Answer<typeof visitCounts>;

/**
 * `GET /api/visits`: the cards of one tab, and with the first page what each tab would show, found
 * by the same search, days and rep.
 */
export const visitList = listOf(visitItem, { counts: visitCounts.optional() });
export type VisitList = Answer<typeof visitList>;

const visitPin = z.strictObject({
  visitId: z.string(),
  leadId: z.string(),
  leadName: z.string(),
  day,
  lat: z.number(),
  lng: z.number(),
});
export type VisitPin = Answer<typeof visitPin>;

/**
 * `GET /api/visit-pins`: where the visits were, found by the same search, days and rep as their
 * list, the newest first.
 */
export const visitPins = z.strictObject({
  items: z.array(visitPin),
  /** How many of those that were looked at have no location. */
  unplaced: count,
  /** There are older ones that were not looked at. */
  hasMore: z.boolean(),
});
export type VisitPins = Answer<typeof visitPins>;

/**
 * `GET /api/follow-ups`: what is due, the longest overdue first; what is today, and how much is due
 * by group.
 */
export const followUpList = listOf(upcomingVisit, {
  today: day,
  counts: z.record(z.enum([...followUpGroups, 'All']), count),
});
export type FollowUpList = Answer<typeof followUpList>;

/** Row of `GET /api/leaderboard`. Equal figures share a rank. */
const leaderboardRow = z.strictObject({
  memberId: z.string(),
  name: z.string(),
  leads: count,
  visits: count,
  rank: count,
  /**
   * So many places higher than a week ago; below nothing, lower. Left out where it is the same, or
   * who had no figures then.
   */
  placesUp: z.int().optional(),
  /** Sales who have made no visit for some days, so many; 30 also stands for more. */
  quietDays: count.optional(),
});
export type LeaderboardRow = Answer<typeof leaderboardRow>;
/**
 * All rows for admins, and for everybody where `leaderboardOpen` is set; otherwise the member's own
 * row. `of` is the number of members.
 */
export const leaderboard = z.strictObject({ items: z.array(leaderboardRow), of: count });
export type Leaderboard = Answer<typeof leaderboard>;

/** Members with overdue follow-ups, the most first. */
const overdueByMember = z.array(
  z.strictObject({ memberId: z.string(), name: z.string(), overdue: count }),
);

const dayTotals = z.strictObject({
  day,
  leads: count,
  visits: count,
  quotedPaise: sum,
  convertedPaise: sum,
});
export type DayTotals = Answer<typeof dayTotals>;
/** `GET /api/charts`: the dashboard's pictures, for who sees everything. */
export const charts = z.strictObject({ days: z.array(dayTotals), overdueByMember });
export type Charts = Answer<typeof charts>;

/** `GET /api/needs-help`: whom an admin looks after first, and what lies undone. */
export const needsHelp = z.strictObject({
  /** Sales who have made no visit for some days, the longest first; 30 also stands for more. */
  quiet: z.array(z.strictObject({ memberId: z.string(), name: z.string(), days: count })),
  /** Leads that are New since two days or longer. */
  unanswered: count,
  overdueByMember,
});
export type NeedsHelp = Answer<typeof needsHelp>;
