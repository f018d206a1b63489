import { yearsAfter } from './days.js';
import { type RefusalCode, refuse } from '../refusal.js';

type Day = string | null | undefined;

/** Earliest day of a payment, a bill, an invoice or a project. */
const EARLIEST_DAY = '2000-01-01';
const YEARS_OF_WORK = 10;
const YEARS_OF_QUOTATION = 2;
const YEARS_OF_FOLLOW_UP = 2;
const YEARS_OF_AUDIT_LINK = 1;

/** @throws Refusal at `field` if the day is before `earliest` */
export function refuseBefore(earliest: Day, day: Day, code: RefusalCode, field: string): void {
  if (day && earliest && day < earliest) refuse(code, field);
}

/** @throws Refusal at `field` if the day is after `latest` */
function refuseAfter(latest: string, day: Day, code: RefusalCode, field: string): void {
  if (day && day > latest) refuse(code, field);
}

/**
 * Two-digit years are parsed as years before 100.
 * @throws Refusal at `field`
 */
const checkWholeYear = (day: Day, field: string): void =>
  refuseBefore('1000-01-01', day, 'year-of-two-digits', field);

/**
 * Day of a payment or expense: from 2000 to today.
 * @throws Refusal at `field`
 */
export function checkMoneyDay(
  today: string,
  day: Day,
  codeIfFuture: RefusalCode,
  field: string,
): void {
  checkWholeYear(day, field);
  refuseBefore(EARLIEST_DAY, day, 'day-before-2000', field);
  refuseAfter(today, day, codeIfFuture, field);
}

/**
 * Days of invoices and projects: from 2000 to ten years ahead.
 * @throws Refusal at the first invalid field
 */
export function checkWorkDays(
  today: string,
  days: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): void {
  for (const field of fields) {
    const day = days[field] as Day;
    checkWholeYear(day, field);
    refuseBefore(EARLIEST_DAY, day, 'day-before-2000', field);
    refuseAfter(yearsAfter(today, YEARS_OF_WORK), day, 'day-over-ten-years-ahead', field);
  }
}

/**
 * Last day of a quotation: from today to two years ahead.
 * @throws Refusal at `field`
 */
export function checkQuotationDay(today: string, day: Day, field: string): void {
  checkWholeYear(day, field);
  refuseBefore(today, day, 'valid-until-in-the-past', field);
  refuseAfter(
    yearsAfter(today, YEARS_OF_QUOTATION),
    day,
    'valid-until-over-two-years-ahead',
    field,
  );
}

/**
 * Day of a follow-up: from today to two years ahead.
 * @throws Refusal at `field`
 */
export function checkFollowUpDay(today: string, day: Day, field: string): void {
  checkWholeYear(day, field);
  refuseBefore(today, day, 'follow-up-in-the-past', field);
  refuseAfter(yearsAfter(today, YEARS_OF_FOLLOW_UP), day, 'follow-up-over-two-years-ahead', field);
}

export type AuditLinkDays = {
  readonly from?: string;
  readonly to?: string;
  readonly expiresOn?: string;
};

/**
 * Checks the days of an auditor's link. Its period begins between 2000 and today. Period and link
 * end within a year from today.
 * @throws Refusal at the first invalid field
 */
export function checkAuditLinkDays(today: string, { from, to, expiresOn }: AuditLinkDays): void {
  const latest = yearsAfter(today, YEARS_OF_AUDIT_LINK);
  checkMoneyDay(today, from, 'audit-period-not-begun', 'from');
  checkWholeYear(to, 'to');
  refuseBefore(from, to, 'audit-period-reversed', 'to');
  refuseAfter(latest, to, 'audit-period-too-late', 'to');
  checkWholeYear(expiresOn, 'expiresOn');
  refuseBefore(today, expiresOn, 'audit-link-expired', 'expiresOn');
  refuseAfter(latest, expiresOn, 'audit-link-too-long', 'expiresOn');
}
