import type { DayTotals } from '#domain/visits/visit.views.js';

/** Running totals of quoted and converted amounts per day. */
export function runningTotals(days: readonly DayTotals[]) {
  let [quotedUntilPaise, convertedUntilPaise] = [0, 0];
  return days.map((day) => {
    quotedUntilPaise += day.quotedPaise;
    convertedUntilPaise += day.convertedPaise;
    return { ...day, quotedUntilPaise, convertedUntilPaise };
  });
}
