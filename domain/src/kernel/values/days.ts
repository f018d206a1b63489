/** Time zone for accounts without an organization. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

/** Whether a text has the format of `day` in `schema.ts`. */
export function isDay(text: string): boolean {
  const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : NaN;
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
}

/** Calendar day of an instant in a time zone, `2026-11-21`. The Swedish format is ISO. */
export const dayIn = (timeZone: string, instant: string | Date): string =>
  calendarOf(timeZone).format(new Date(instant));

/**
 * Local date and time, `2026-11-21 08:00`. Sorts by time, except in the repeated hour when clocks
 * are set back.
 */
export const wallClockIn = (timeZone: string, instant: string): string =>
  wallClockOf(timeZone).format(new Date(instant));

const calendarOf = createFormatter({});
const wallClockOf = createFormatter({ dateStyle: 'short', timeStyle: 'short' });

/** Formatters by time zone, cached because creating one takes longer than a command. */
function createFormatter(
  options: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const MAX_CACHED_ZONES = 1_000;
  const cached = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const formatter =
      cached.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { ...options, timeZone });
    if (cached.size < MAX_CACHED_ZONES) cached.set(timeZone, formatter);
    return formatter;
  };
}

/** Whole days between two days; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round(
    (Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) /
      (24 * 60 * 60 * 1_000),
  );

/** Day that is some days after another one, or before it if `days` is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * 60 * 60 * 1_000)
    .toISOString()
    .slice(0, 10);

/**
 * The day some years later, as text. 29 February may not exist in that year, but still compares
 * correctly.
 */
export const yearsAfter = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
