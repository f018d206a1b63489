import { t } from '@lingui/core/macro';
import { sumDays } from '#domain/visits/day-figures.js';
import { WEEK_DAYS } from '#domain/visits/leaderboard.js';
import type { DayTotals } from '#domain/visits/visit.views.js';
import { daysText, dayText } from '../../ui/display/format.js';

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

/** Days of a week: `3–9 Nov`, `28 Nov – today`. */
export const weekText = ({ from, to }: Pick<WeekTotals, 'from' | 'to'>, today: string): string =>
  to === today ? `${dayText(from, today)} – ${t`today`}` : daysText(from, to, today);

/** The week that has more leads and more visits than each other week, if there is one. */
export const strongestWeek = (weeks: readonly WeekTotals[]): WeekTotals | undefined =>
  weeks.length < 2
    ? undefined
    : weeks.find((week) =>
        weeks.every(
          (other) => other === week || (other.leads < week.leads && other.visits < week.visits),
        ),
      );
