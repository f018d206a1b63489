export const visitTabs = ['upcoming', 'completed', 'cancelled'] as const;
export type VisitTab = (typeof visitTabs)[number];

/** As many visits of a tab as are counted at all: what has to be counted is exact up to here, and then one more. */
export const mostVisitsCounted = 1_000;
/** So many visits are looked at for a map, the newest (docs/decisions/map-of-the-newest-visits.md). */
export const mostVisitsOnMap = 2_000;

/** What is due when: `due` is what is today or overdue. What is left open on leads that are Lost or Converted is due in no group but its own. */
export const followUpGroups = ['due', 'overdue', 'today', 'tomorrow', 'later', 'finished'] as const;
export type FollowUpGroup = (typeof followUpGroups)[number];

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

/** A timer that was forgotten runs on; a visit ends a day after its start. */
export const LONGEST_VISIT_MS = 24 * 60 * 60 * 1_000;
