import { dayAfter, daysBetween } from '../kernel/values/days.js';

export const moneyPeriods = ['week', 'month', 'quarter'] as const;
export type MoneyPeriod = (typeof moneyPeriods)[number];

type Days = { readonly from: string; readonly to: string };

/** First day of the period some periods before that of a day. Weeks begin on Monday. */
function firstDay(period: MoneyPeriod, day: string, periodsBack: number): string {
  if (period === 'week') {
    const weekday = (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7;
    return dayAfter(day, -weekday - 7 * periodsBack);
  }
  const months = period === 'month' ? 1 : 3;
  const [year, month] = day.split('-').map(Number) as [number, number];
  const firstMonth = Math.floor((month - 1) / months) * months - periodsBack * months;
  return new Date(Date.UTC(year, firstMonth, 1)).toISOString().slice(0, 10);
}

/**
 * Days of a period up to today, as many from the beginning of the period before it, and all days of
 * that period.
 */
export function daysOfPeriod(
  period: MoneyPeriod,
  today: string,
): Days & { readonly before: Days; readonly wholeBefore: Days } {
  const from = firstDay(period, today, 0);
  const previousFrom = firstDay(period, today, 1);
  const sameDay = dayAfter(previousFrom, daysBetween(from, today));
  const lastBefore = dayAfter(from, -1);
  return {
    from,
    to: today,
    before: { from: previousFrom, to: sameDay < lastBefore ? sameDay : lastBefore },
    wholeBefore: { from: previousFrom, to: lastBefore },
  };
}
