import { dateFormat } from '../ui/display/format.js';
import { intlLocale } from '../words/i18n.js';

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Month that is `months` later: `2026-11` and 2 → `2027-01`. */
export function monthAfter(month: string, months: number): string {
  const date = startOf(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** `2026-11` → `November 2026`. */
export const monthText = (month: string): string =>
  dateFormat(intlLocale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    startOf(month),
  );
