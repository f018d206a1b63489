export const visitTabs = ['upcoming', 'completed', 'cancelled'] as const;
export type VisitTab = (typeof visitTabs)[number];

/** Highest exact count of the visits in a tab. A count of one more means "more than this". */
export const MAX_VISITS_COUNTED = 1_000;
/** Newest visits that a map considers (docs/decisions/map-of-the-newest-visits.md). */
export const MAX_VISITS_ON_MAP = 2_000;

/**
 * Groups of open follow-ups. `due` is today or overdue. `finished` holds those of leads that are
 * Lost or Converted; no other group has them.
 */
export const followUpGroups = ['due', 'overdue', 'today', 'tomorrow', 'later', 'finished'] as const;
export type FollowUpGroup = (typeof followUpGroups)[number];

const MINUTE_MS = 60_000;

export const durationMinutes = ({
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
    durationMinutes: Math.round(milliseconds / MINUTE_MS),
    activeMinutes: Math.round((milliseconds - pausedSeconds * 1_000) / MINUTE_MS),
  };
};

/** Longest visit. Forgotten timers run on, so a visit ends a day after its start. */
export const LONGEST_VISIT_MS = 24 * 60 * 60 * 1_000;

/** Figures by which the leaderboard ranks: leads and visits together, or money. */
export const leaderboardMeasures = ['activity', 'won', 'quoted'] as const;
export type LeaderboardMeasure = (typeof leaderboardMeasures)[number];
