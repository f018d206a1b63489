import { type RefusalCode, refuse } from './refusal.js';

type Day = string | null | undefined;

/** @throws Refusal at `field` where that day comes before the earliest one there can be */
export function notBefore(earliest: Day, day: Day, code: RefusalCode, field: string): void {
  if (day && earliest && day < earliest) refuse(code, field);
}

/** @throws Refusal at `field` where that day comes after today */
export function notAfter(today: string, day: Day, code: RefusalCode, field: string): void {
  if (day && day > today) refuse(code, field);
}

/** @throws Refusal at `field`: a next visit is planned for the day on which it was asked for, or later */
export const notInThePast = (today: string, day: Day, field: string): void => notBefore(today, day, 'follow-up-in-the-past', field);
