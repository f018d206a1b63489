import type { DayTotals } from '#domain/visits/visit.views.js';

/** Each day with what was quoted and converted until then, from the first one on. */
export function runningTotals(days: readonly DayTotals[]) {
  let [quotedUntilPaise, convertedUntilPaise] = [0, 0];
  return days.map((day) => {
    quotedUntilPaise += day.quotedPaise;
    convertedUntilPaise += day.convertedPaise;
    return { ...day, quotedUntilPaise, convertedUntilPaise };
  });
}
