import { yearsAfter } from './days.js';
import { type RefusalCode, refuse } from '../refusal.js';

type Day = string | null | undefined;

/** Earliest day of a payment, a bill, an invoice or a project. */
const EARLIEST_DAY = '2000-01-01';
const YEARS_OF_WORK = 10;
const YEARS_OF_QUOTATION = 2;
const YEARS_OF_FOLLOW_UP = 2;

/** @throws Refusal at `field` if the day is before `earliest` */
export function notBefore(earliest: Day, day: Day, code: RefusalCode, field: string): void {
  if (day && earliest && day < earliest) refuse(code, field);
}

/** @throws Refusal at `field` if the day is after `latest` */
function notAfter(latest: string, day: Day, code: RefusalCode, field: string): void {
  if (day && day > latest) refuse(code, field);
}

/**
 * Two-digit years are parsed as years before 100.
 * @throws Refusal at `field`
 */
const withWholeYear = (day: Day, field: string): void =>
  notBefore('1000-01-01', day, 'year-of-two-digits', field);

/**
 * Day of a payment or expense: from 2000 to today.
 * @throws Refusal at `field`
 */
export function dayOfMoney(today: string, day: Day, inFuture: RefusalCode, field: string): void {
  withWholeYear(day, field);
  notBefore(EARLIEST_DAY, day, 'day-before-2000', field);
  notAfter(today, day, inFuture, field);
}

/**
 * Days of invoices and projects: from 2000 to ten years ahead.
 * @throws Refusal at the first invalid field
 */
export function daysOfWork(
  today: string,
  days: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): void {
  for (const field of fields) {
    const day = days[field] as Day;
    withWholeYear(day, field);
    notBefore(EARLIEST_DAY, day, 'day-before-2000', field);
    notAfter(yearsAfter(today, YEARS_OF_WORK), day, 'day-over-ten-years-ahead', field);
  }
}

/**
 * Last day of a quotation: from today to two years ahead.
 * @throws Refusal at `field`
 */
export function dayOfQuotation(today: string, day: Day, field: string): void {
  withWholeYear(day, field);
  notBefore(today, day, 'valid-until-in-the-past', field);
  notAfter(yearsAfter(today, YEARS_OF_QUOTATION), day, 'valid-until-over-two-years-ahead', field);
}

/**
 * Day of a follow-up: from today to two years ahead.
 * @throws Refusal at `field`
 */
export function dayOfFollowUp(today: string, day: Day, field: string): void {
  withWholeYear(day, field);
  notBefore(today, day, 'follow-up-in-the-past', field);
  notAfter(yearsAfter(today, YEARS_OF_FOLLOW_UP), day, 'follow-up-over-two-years-ahead', field);
}
