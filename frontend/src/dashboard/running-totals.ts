import type { DayTotals } from '#domain/visits/visit.views.js';

/** What was quoted and converted until each day, from the first one on. */
export function runningTotals(days: readonly DayTotals[]): readonly DayTotals[] {
  let [quotedPaise, convertedPaise] = [0, 0];
  return days.map((day) => {
    quotedPaise += day.quotedPaise;
    convertedPaise += day.convertedPaise;
    return { ...day, quotedPaise, convertedPaise };
  });
}
