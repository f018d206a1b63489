import { sumDays } from '#domain/visits/day-figures.js';
import { WEEK_DAYS } from '#domain/visits/leaderboard.js';
import type { DayTotals } from '#domain/visits/visit.views.js';

/** Figures of seven days in a row. */
export type WeekTotals = Pick<DayTotals, 'leads' | 'visits'> & {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
};

/** Weeks up to the last day, oldest first. Days before the first whole week are left out. */
export const wholeWeeks = (days: readonly DayTotals[]): readonly WeekTotals[] => {
  const count = Math.floor(days.length / WEEK_DAYS);
  return Array.from({ length: count }, (_, index) => {
    const start = days.length - (count - index) * WEEK_DAYS;
    const daysOfWeek = days.slice(start, start + WEEK_DAYS);
    return {
      from: daysOfWeek[0]!.day,
      to: daysOfWeek.at(-1)!.day,
      leads: sumDays(daysOfWeek, 'leads'),
      visits: sumDays(daysOfWeek, 'visits'),
    };
  });
};
