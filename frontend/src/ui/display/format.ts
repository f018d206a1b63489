import { msg, plural, selectOrdinal, t } from '@lingui/core/macro';
import { dayIn, daysBetween } from '#domain/kernel/values/days.js';
import { i18n, intlLocale } from '../../words/i18n.js';

export { dayIn } from '#domain/kernel/values/days.js';

/**
 * Formats figures, times and numbers. Pure: time, day and zone are arguments. Days are
 * `YYYY-MM-DD`, instants UTC ISO strings, money integer paise.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Memoizes formats, because `Intl` constructors are slow. */
function memoizedFormat<Shape, Format>(
  make: (language: string, shape: Shape) => Format,
): (language: string, shape: Shape) => Format {
  const formats = new Map<string, Format>();
  return (language, shape) => {
    const key = language + JSON.stringify(shape);
    const format = formats.get(key) ?? make(language, shape);
    formats.set(key, format);
    return format;
  };
}
export const dateFormat = memoizedFormat(
  (language, shape: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, shape),
);
export const listFormat = memoizedFormat(
  (language, shape: Intl.ListFormatOptions) => new Intl.ListFormat(language, shape),
);
const numberFormat = memoizedFormat(
  (language, shape: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, shape),
);

/** `123456` → `1,23,456`. */
export function grouped(whole: number): string {
  return numberFormat(intlLocale(), { maximumFractionDigits: 0 }).format(whole);
}

/**
 * Rupees and paise apart, because paise are set smaller. Uses a true minus sign, and a dash for
 * `NaN`.
 */
export function moneyParts(paise: number): { rupees: string; paise: string } {
  if (!Number.isFinite(paise)) return { rupees: '₹–', paise: '' };
  const size = Math.abs(paise);
  return {
    rupees: `${paise < 0 ? '−' : ''}₹${grouped(Math.floor(size / 100))}`,
    paise: `.${String(size % 100).padStart(2, '0')}`,
  };
}

/** `12345650` → `₹1,23,456.50`. */
export function money(paise: number): string {
  const parts = moneyParts(paise);
  return parts.rupees + parts.paise;
}

/** Money without zero paise. */
export const plainMoney = (paise: number): string => money(paise).replace(/\.00$/, '');

/** An amount as it stands in its field: `12345650` → `1,23,456.50`. */
export function amountText(paise: number): string {
  return money(paise).replace('₹', '');
}

/** `+919822041736` → `+91 98220 41736`; a number of another country is left as it is. */
export function phoneText(phone: string): string {
  const indian = /^\+91(\d{5})(\d{5})$/.exec(phone);
  return indian ? `+91 ${indian[1]} ${indian[2]}` : phone;
}

/** Phone number for `PhoneField`, which shows +91 itself. */
export const phoneWithoutCountry = (phone: string): string =>
  phoneText(phone).replace(/^\+91 /, '');

/** `14.25` → `14.3%`. */
export function percent(value: number, decimals = 0): string {
  return `${value.toFixed(decimals)}%`;
}

/** Largest percentage that is shown; a larger one becomes `>999%`. */
const MAX_PERCENT = 999;

/** Text with a no-break space wherever a number and its unit, or two numbers, meet. */
export const unbroken = (text: string): string =>
  text.replace(/(\d) (?=[\p{L}\d])|(\d[\p{L}\p{M}]+) (?=\d)/gu, '$1$2\u00a0');

/**
 * Change of a sum in whole percents: `+12%`, `−5%`, `0%`, and `>999%`. Undefined if the former sum
 * is 0, or the present one, as at the beginning of each period.
 */
export function changeText(now: number, before: number): string | undefined {
  if (now === 0 || before === 0) return undefined;
  const change = Math.round((now / before - 1) * 100);
  if (change === 0) return percent(0);
  if (change > MAX_PERCENT) return `>${percent(MAX_PERCENT)}`;
  return `${change < 0 ? '−' : '+'}${percent(Math.abs(change))}`;
}

/**
 * Text of a percentage in basis points, without trailing zeros: `725` → `7.25%`, `250` → `2.5%`.
 */
export const exactPercent = (basisPoints: number): string => `${basisPoints / 100}%`;

/** Count up to a cap: `1001` with a cap of `1000` → `1,000+`. */
export function countText(count: number, max: number): string {
  return count > max ? `${grouped(max)}+` : grouped(count);
}

/** `72` minutes → `1h 12m`; less than one → `Under 1 min`. */
export function durationText(minutes: number): string {
  if (minutes < 1) return unbroken(t`Under 1 min`);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0 ? t`${rest}m` : unbroken(t`${hours}h ${rest}m`);
}

/** Text that begins a sentence elsewhere, as a part of one: `Under 1 min` → `under 1 min`. */
export const insideSentence = (text: string): string =>
  text.charAt(0).toLocaleLowerCase(intlLocale()) + text.slice(1);

/** Duration between two instants, in rounded minutes. */
export function durationBetween(startedAt: string | number, endedAt: string | number): string {
  const minutes = (new Date(endedAt).getTime() - new Date(startedAt).getTime()) / MINUTE_MS;
  return durationText(minutes < 1 ? 0 : Math.round(minutes));
}

/** `420` → `420 m`; `3420` → `3.4 km`. */
export function distanceText(metres: number): string {
  const tens = Math.round(metres / 10) * 10;
  if (tens < 1_000) return unbroken(t`${tens} m`);
  const tenths = Math.round(metres / 100);
  const distance =
    tenths < 1_000
      ? `${Math.floor(tenths / 10)}.${tenths % 10}`
      : grouped(Math.round(metres / 1_000));
  return unbroken(t`${distance} km`);
}

/** `2839` seconds → `00:47:19`. */
export function timer(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** `42` seconds → `0:42`, for a countdown. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `3` → `3rd`, `12` → `12th`. */
export function ordinal(rank: number): string {
  return selectOrdinal(rank, { one: '#st', two: '#nd', few: '#rd', other: '#th' });
}

const monthNames = [
  msg`Jan`,
  msg`Feb`,
  msg`Mar`,
  msg`Apr`,
  msg`May`,
  msg`Jun`,
  msg`Jul`,
  msg`Aug`,
  msg`Sep`,
  msg`Oct`,
  msg`Nov`,
  msg`Dec`,
] as const;

/** `2026-11-12` → `12 Nov`; with the year if it is not this year: `12 Nov 2025`. */
export function dayText(day: string, today: string): string {
  const [year, month, date] = day.split('-');
  const name = monthNames[Number(month) - 1];
  const short = `${Number(date)} ${name ? i18n._(name) : ''}`;
  return year === today.slice(0, 4) ? short : `${short} ${year}`;
}

/** Days in a row: `3–9 Nov`, `28 Nov – 4 Dec`. */
export function daysText(from: string, to: string, today: string): string {
  if (from === to) return dayText(to, today);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${dayText(to, today)}`
    : `${dayText(from, today)} – ${dayText(to, today)}`;
}

/** Heading of a day: `Today`, `Yesterday`, `Tomorrow`, `Mon, 16 Nov`. */
export function dayHeading(day: string, today: string): string {
  const daysAhead = daysBetween(today, day);
  if (daysAhead === 0) return t`Today`;
  if (daysAhead === -1) return t`Yesterday`;
  if (daysAhead === 1) return t`Tomorrow`;
  return weekdayText(day, today);
}

/** Weekday and day, also for today: `Mon, 16 Nov`. */
export function weekdayText(day: string, today: string): string {
  const weekday = dateFormat(intlLocale(), { timeZone: 'UTC', weekday: 'short' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return `${weekday}, ${dayText(day, today)}`;
}

/** `4:18 pm`. */
export function clockText(at: Date, zone: string): string {
  return dateFormat(intlLocale(), {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    ...dayPeriod(),
  })
    .format(at)
    .toLowerCase();
}

/** Hindi names the part of the day: `शाम 4:18`. */
const dayPeriod = (): Intl.DateTimeFormatOptions => ({
  hour12: true,
  ...(intlLocale().startsWith('hi') && { dayPeriod: 'short' }),
});

/** `4:18:07 pm`. */
export function secondText(at: Date, zone: string): string {
  const shape = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  return dateFormat(intlLocale(), { timeZone: zone, ...shape, ...dayPeriod() })
    .format(at)
    .toLowerCase();
}

/** Exact time, for a title: `21 Nov 2026, 4:18 pm`. */
export function exactText(at: Date, zone: string): string {
  return `${dayText(dayIn(zone, at), '')}, ${clockText(at, zone)}`;
}

/**
 * Relative time: `Just now`, `12 min ago`, `3 h ago`, `2 days ago`, then the day. Counts calendar
 * days, like every other count of days.
 */
export function agoText(at: Date, now: Date, zone: string): string {
  const passedMs = now.getTime() - at.getTime();
  const [minutes, hours] = [Math.floor(passedMs / MINUTE_MS), Math.floor(passedMs / HOUR_MS)];
  if (passedMs < MINUTE_MS) return t`Just now`;
  if (passedMs < HOUR_MS) return unbroken(t`${minutes} min ago`);
  const [day, today] = [dayIn(zone, at), dayIn(zone, now)];
  const days = daysBetween(day, today);
  // a day on which clocks go back has 25 hours
  if (passedMs < DAY_MS || days === 0) return unbroken(t`${hours} h ago`);
  if (days >= 7) return dayText(day, today);
  return unbroken(plural(days, { one: '# day ago', other: '# days ago' }));
}

/** `-3` → `3 days overdue`, `0` → `Today`, `1` → `Tomorrow`, `4` → `In 4 days`. */
export function dueText(days: number): string {
  if (days < 0) return plural(-days, { one: '# day overdue', other: '# days overdue' });
  if (days === 0) return t`Today`;
  return plural(days, { one: 'Tomorrow', other: 'In # days' });
}

/** Progress of a list: `12 of 128`; a search counts up to a thousand. */
export function shownOf(shown: number, total: number | string): string {
  const [some, all] = [grouped(shown), typeof total === 'number' ? grouped(total) : total];
  return t`${some} of ${all}`;
}

/** Rounds to two decimals: 4.83, 48.20, 105.00. */
const toTwoDecimals = (number: number): string => (Math.round(number * 100) / 100).toFixed(2);

const [A_LAKH, A_CRORE] = [100_000, 10_000_000];

/** Money in few characters: whole rupees below a lakh, then ₹4.83 L and ₹10.40 Cr. */
export function shortMoney(paise: number): string {
  const rupees = Math.round(paise / 100);
  if (rupees < A_LAKH) return moneyParts(rupees * 100).rupees;
  const isInCrores = rupees >= A_CRORE || toTwoDecimals(rupees / A_LAKH) === '100.00';
  const amount = toTwoDecimals(rupees / (isInCrores ? A_CRORE : A_LAKH));
  return unbroken(isInCrores ? t`₹${amount} Cr` : t`₹${amount} L`);
}
