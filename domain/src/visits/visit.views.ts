import type { Place } from '../kernel/schema.js';
import type { List, PersonRef } from '../kernel/views.js';
import type { LeadStatus, LeadType } from '../leads/lead.values.js';

export const visitTabs = ['upcoming', 'completed', 'cancelled'] as const;
export type VisitTab = (typeof visitTabs)[number];

/** What every card of a visit or follow-up says of its lead. */
export type VisitedLead = {
  readonly leadId: string;
  readonly leadName: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName?: string;
};

/** An open follow-up: of the agenda, and a visit to come. */
export type UpcomingVisit = VisitedLead & {
  readonly tab: 'upcoming';
  readonly followUpId: string;
  readonly dueOn: string;
  readonly status: LeadStatus;
  readonly type: LeadType;
  readonly assignedTo: PersonRef;
  /** Who asked for it, when, and what they wrote along with it. */
  readonly by: PersonRef;
  readonly at: string;
  readonly note?: string;
};

export type CompletedVisit = VisitedLead & {
  readonly tab: 'completed';
  readonly visitId: string;
  /** The organization's day on which it began. */
  readonly day: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Rounded minutes from start to end; without pauses beside them. */
  readonly durationMinutes: number;
  readonly activeMinutes: number;
  readonly place?: Place;
  readonly accuracyMetres?: number;
  readonly notes?: string;
  readonly photoFileIds: readonly string[];
  readonly by: PersonRef;
};

export type CancelledVisit = VisitedLead & {
  readonly tab: 'cancelled';
  readonly followUpId: string;
  /** For when it was planned. */
  readonly day: string;
  readonly reason: string;
  readonly by: PersonRef;
  readonly at: string;
};

/** One card of `GET /api/visits?tab=…` */
export type VisitItem = UpcomingVisit | CompletedVisit | CancelledVisit;

/** Of each tab; what has to be counted is exact up to 1,000, and then 1,001. */
export type VisitCounts = Readonly<Record<VisitTab, number>>;
/** As many as are counted at all. */
export const mostVisitsCounted = 1_000;

/** `GET /api/visits`: the cards of one tab, and with the first page what each tab would show, found by the same search, days and rep. */
export type VisitList = List<VisitItem> & { readonly counts?: VisitCounts };

/** What a map needs of a visit that was made. */
export type VisitPin = {
  readonly visitId: string;
  readonly leadId: string;
  readonly leadName: string;
  readonly day: string;
  readonly lat: number;
  readonly lng: number;
};
/** So many visits are looked at for a map, the newest (docs/decisions/map-of-the-newest-visits.md). */
export const mostVisitsOnMap = 2_000;

/** `GET /api/visit-pins`: where the visits were, found by the same search, days and rep as their list, the newest first. */
export type VisitPins = {
  readonly items: readonly VisitPin[];
  /** How many of those that were looked at have no location. */
  readonly unplaced: number;
  /** There are older ones that were not looked at. */
  readonly hasMore: boolean;
};

/** What is due when: `due` is what is today or overdue. What is left open on leads that are Lost or Converted is due in no group but its own. */
export const followUpGroups = ['due', 'overdue', 'today', 'tomorrow', 'later', 'finished'] as const;
export type FollowUpGroup = (typeof followUpGroups)[number];

/** `GET /api/follow-ups`: what is due, the longest overdue first; what is today, and how much is due by group. */
export type FollowUpList = List<UpcomingVisit> & { readonly today: string; readonly counts: Readonly<Record<FollowUpGroup | 'All', number>> };

const millisecondsAMinute = 60_000;

export const durationOf = ({
  startedAt,
  endedAt,
  pausedSeconds,
}: {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pausedSeconds: number;
}) => {
  const milliseconds = Date.parse(endedAt) - Date.parse(startedAt);
  return {
    durationMinutes: Math.round(milliseconds / millisecondsAMinute),
    activeMinutes: Math.round((milliseconds - pausedSeconds * 1_000) / millisecondsAMinute),
  };
};
