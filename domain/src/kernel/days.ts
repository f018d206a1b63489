/** The calendar day of an instant in a time zone, `2026-11-21`. Swedes write their days like ISO. */
export const dayIn = (timeZone: string, instant: string | Date): string => calendarOf(timeZone).format(new Date(instant));

/** What a clock on the wall shows in a time zone, `2026-11-21 08:00`: in the order of time, but for the hour that a clock is set back by. */
export const wallClockIn = (timeZone: string, instant: string): string => wallClockOf(timeZone).format(new Date(instant));

const calendarOf = formatters({});
const wallClockOf = formatters({ dateStyle: 'short', timeStyle: 'short' });

/** Making a formatter takes longer than a whole command, so each zone keeps its own, of as many zones as there may be. */
function formatters(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const mostZones = 1_000;
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const formatter = kept.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { ...options, timeZone });
    if (kept.size < mostZones) kept.set(timeZone, formatter);
    return formatter;
  };
}

/** Whole days from one day to another; negative when `to` lies before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / (24 * 60 * 60 * 1_000));

/** The day so many days after one, or before it. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

/** The same day of a later year. 29 February has one in leap years only: compared as a text it is right all the same. */
export const yearsAfter = (day: string, years: number): string => `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
