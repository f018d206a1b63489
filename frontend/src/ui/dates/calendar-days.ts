import { isDay } from '#domain/kernel/values/days.js';
import { withPlainDigits } from '#domain/kernel/texts/text-folding.js';

/** Days are `YYYY-MM-DD`. */

const DAYS_OF_WEEK = 7;
/** Rows of every month, so that nothing moves when the month changes. */
const WEEK_ROWS = 6;

const utcMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date): string => date.toISOString().slice(0, 10);

const DAY_MONTH_YEAR = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/;
const DAY_MONTH_SHORT_YEAR = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d\d)$/;
const DIGITS_ONLY = /^(\d\d)(\d\d)(\d{4})$/;
const YEAR_MONTH_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const DAY_MONTH = /^(\d{1,2})[/. -](\d{1,2})$/;

const dayOf = (year: string, month: string, date: string): string | undefined => {
  const day = [year, month, date].map((part) => part.padStart(2, '0')).join('-');
  return isDay(day) ? day : undefined;
};

/** Day of a typed text, in the order day, month, year: `30/11/2026`, `30112026`, `2026-11-30`. */
export function readDay(typed: string): string | undefined {
  const plain = withPlainDigits(typed.trim());
  const [, date, month, year] = DAY_MONTH_YEAR.exec(plain) ?? DIGITS_ONLY.exec(plain) ?? [];
  if (date && month && year) return dayOf(year, month, date);
  const [, isoYear, isoMonth, isoDate] = YEAR_MONTH_DAY.exec(plain) ?? [];
  return isoYear && isoMonth && isoDate ? dayOf(isoYear, isoMonth, isoDate) : undefined;
}

/**
 * Day of a typed text, once the field is left. Accepts `30/11/26`. For `30/11` it takes the current
 * year, or a neighbouring year if only that is within the limits.
 */
export function completeDay(
  typed: string,
  { today, min, max }: { today: string; min?: string | undefined; max?: string | undefined },
): string | undefined {
  const plain = withPlainDigits(typed.trim());
  const [, shortDate, shortMonth, shortYear] = DAY_MONTH_SHORT_YEAR.exec(plain) ?? [];
  if (shortDate && shortMonth && shortYear) return dayOf(`20${shortYear}`, shortMonth, shortDate);
  const [, date, month] = DAY_MONTH.exec(plain) ?? [];
  if (!date || !month) return readDay(typed);
  // a first day allows the next year, a last day the previous one
  const yearOffsets = [0, ...(min === undefined ? [] : [1]), ...(max === undefined ? [] : [-1])];
  const days = yearOffsets.flatMap(
    (yearOffset) => dayOf(String(Number(today.slice(0, 4)) + yearOffset), month, date) ?? [],
  );
  return days.find((day) => isWithin(day, min, max)) ?? days[0];
}

/** Whether a day is within limits, both optional and inclusive. */
export const isWithin = (day: string, min: string | undefined, max: string | undefined): boolean =>
  (min === undefined || day >= min) && (max === undefined || day <= max);

/** Day as it is typed: `30/11/2026`. */
export const typedText = (day: string): string => day.split('-').toReversed().join('/');

/** Day of the same date some months later or earlier, or the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const month = utcMidnight(`${day.slice(0, 7)}-01`);
  month.setUTCMonth(month.getUTCMonth() + months);
  // the date 0 is the last one of the month before
  const lastDate = new Date(
    Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0),
  ).getUTCDate();
  return `${textOf(month).slice(0, 7)}-${String(Math.min(lastDate, Number(day.slice(8)))).padStart(2, '0')}`;
}

/** Weekday of a day, 0 for Sunday. */
export const weekdayOf = (day: string): number => utcMidnight(day).getUTCDay();

/** Weeks of a day's month, Sunday first; undefined where another month's days would be. */
export function weeksOf(day: string): readonly (readonly (string | undefined)[])[] {
  const month = day.slice(0, 7);
  const emptyCells = weekdayOf(`${month}-01`);
  return Array.from({ length: WEEK_ROWS }, (_, row) =>
    Array.from({ length: DAYS_OF_WEEK }, (__, column) => {
      const date = row * DAYS_OF_WEEK + column - emptyCells + 1;
      const text = `${month}-${String(date).padStart(2, '0')}`;
      return date > 0 && isDay(text) ? text : undefined;
    }),
  );
}
