import { z } from 'zod';
import { day, instant, place } from '../kernel/schema.js';
import { type Answer, count, listOf, personRef, sum } from '../kernel/views.js';
import { leadStatuses, leadTypes, lostReasons } from '../leads/lead.values.js';
import { followUpGroups, visitTabs } from './visit.values.js';

const visitedLead = {
  leadId: z.string(),
  leadName: z.string(),
  phone: z.string(),
  city: z.string(),
  siteName: z.string().optional(),
  /** Money that the lead is quoted; missing if the reader may not see the lead. */
  quotedPaise: sum.optional(),
};
export type VisitedLead = Answer<z.ZodObject<typeof visitedLead>>;

/** Open follow-up, in the agenda and among upcoming visits. */
export const upcomingVisit = z.strictObject({
  ...visitedLead,
  tab: z.literal('upcoming'),
  followUpId: z.string(),
  dueOn: day,
  status: z.enum(leadStatuses),
  type: z.enum(leadTypes),
  assignedTo: personRef,
  /** Member who scheduled the follow-up, with the time and the note. */
  by: personRef,
  at: instant,
  note: z.string().optional(),
});
export type UpcomingVisit = Answer<typeof upcomingVisit>;

export const completedVisit = z.strictObject({
  ...visitedLead,
  tab: z.literal('completed'),
  visitId: z.string(),
  /** The organization's day of the start. */
  day,
  startedAt: instant,
  endedAt: instant,
  /** Rounded minutes from start to end, pauses included. */
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
  /** Planned day. */
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
 * `GET /api/visits`: cards of one tab. The first page adds the counts of all tabs for the same
 * search, days and rep.
 */
export const visitList = listOf(visitItem, { counts: visitCounts.optional() });
export type VisitList = Answer<typeof visitList>;

const visitPin = z.strictObject({
  visitId: z.string(),
  leadId: z.string(),
  leadName: z.string(),
  by: personRef,
  day,
  startedAt: instant,
  endedAt: instant,
  lat: z.number(),
  lng: z.number(),
  /** Part of the town, and the town, as far as the address names them. */
  area: z.string().optional(),
  town: z.string().optional(),
});
export type VisitPin = Answer<typeof visitPin>;

/** `GET /api/visit-pins`: places of the visits that match search, days and rep, newest first. */
export const visitPins = z.strictObject({
  items: z.array(visitPin),
  /** Number of considered visits without a location. */
  unplaced: count,
  /** Whether older visits were left out. */
  hasMore: z.boolean(),
});
export type VisitPins = Answer<typeof visitPins>;

/**
 * `GET /api/follow-ups`: due follow-ups, longest overdue first, with today's date and the counts by
 * group.
 */
export const followUpList = listOf(upcomingVisit, {
  today: day,
  counts: z.record(z.enum([...followUpGroups, 'All']), count),
});
export type FollowUpList = Answer<typeof followUpList>;

/** Figures of some days by which members are compared. */
const rankedFigures = { leads: count, visits: count, quotedPaise: sum, convertedPaise: sum };
export type RankedFigures = Answer<z.ZodObject<typeof rankedFigures>>;

/** Row of `GET /api/leaderboard`. Equal figures share a rank. */
const leaderboardRow = z.strictObject({
  memberId: z.string(),
  name: z.string(),
  ...rankedFigures,
  rank: count,
  /**
   * Places gained since a week ago; negative if lost. Missing if unchanged, or if the member had no
   * figures a week ago.
   */
  placesUp: z.int().optional(),
  /** Days without a visit, for quiet sales members; 30 stands for 30 or more. */
  quietDays: count.optional(),
});
export type LeaderboardRow = Answer<typeof leaderboardRow>;
/**
 * All rows, or only the member's own for non-admins unless `leaderboardOpen` is set. `of` is the
 * number of members.
 */
export const leaderboard = z.strictObject({ items: z.array(leaderboardRow), of: count });
export type Leaderboard = Answer<typeof leaderboard>;

/** Members with overdue follow-ups, most first. */
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
/** Leads that are Lost, by the reason of their latest loss in the charts' days; most first. */
const losses = z.array(z.strictObject({ reason: z.enum([...lostReasons, 'Other']), leads: count }));
/** `GET /api/charts`: dashboard charts, for members who see everything. */
export const charts = z.strictObject({ days: z.array(dayTotals), overdueByMember, losses });
export type Charts = Answer<typeof charts>;

const gapsOfLeads = {
  /** New leads with nothing planned and without activity for two days or more. */
  unanswered: count,
  /** Day of the last activity on the oldest of them. */
  unansweredSince: day.optional(),
  /** Open leads with nothing planned. */
  undated: count,
  /** Quoted leads without a reply for a week, and the money that they are quoted. */
  unreplied: count,
  unrepliedPaise: sum,
};

/** `GET /api/team-work`: open work of each member, unordered. */
export const teamWork = z.strictObject({
  members: z.array(
    z.strictObject({
      memberId: z.string(),
      openLeads: count,
      /** Money of open leads in Quoted. */
      quotedPaise: sum,
      /** Visits of the last seven days. */
      weekVisits: count,
      /** Day of the last visit within the leaderboard's days; missing if there are none. */
      lastVisitOn: day.optional(),
      /** Figures of the last four weeks, oldest first. */
      weeks: z.array(z.strictObject(rankedFigures)),
    }),
  ),
});
export type TeamWork = Answer<typeof teamWork>;

/** `GET /api/needs-help`: members who may need help, and neglected work. */
export const needsHelp = z.strictObject({
  /** Members who may need help: the most money without a reply first, then the longest quiet. */
  members: z.array(
    z.strictObject({
      memberId: z.string(),
      name: z.string(),
      /** Days without a visit, for quiet sales members; 30 stands for 30 or more. */
      quietDays: count.optional(),
      /** Day of the last visit, within 30 days. */
      lastVisitOn: day.optional(),
      overdue: count,
      /** Earliest day of an overdue follow-up. */
      overdueSince: day.optional(),
      ...gapsOfLeads,
    }),
  ),
  ...gapsOfLeads,
});
export type NeedsHelp = Answer<typeof needsHelp>;
