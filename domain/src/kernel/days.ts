/** The calendar day of an instant in a time zone, `2026-11-21`. Swedes write their days like ISO. */
export function dayIn(timeZone: string, instant: string): string {
  const quarter = Math.floor(Date.parse(instant) / quarterOfAnHour);
  const last = lastDays.get(timeZone);
  if (last?.quarter === quarter) return last.day;
  const day = calendarOf(timeZone).format(new Date(instant));
  lastDays.set(timeZone, { quarter, day });
  return day;
}

/** Days begin at a quarter of an hour of UTC in every zone that is in use, so most commands are of the quarter of the one before. */
const quarterOfAnHour = 15 * 60 * 1_000;
const lastDays = new Map<string, { readonly quarter: number; readonly day: string }>();

/** Making a calendar takes longer than a whole command; there are a few hundred zones at most. */
const calendars = new Map<string, Intl.DateTimeFormat>();
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  calendars.set(timeZone, calendar);
  return calendar;
}

/** What a clock on the wall shows in a time zone, `2026-11-21 08:00`: in the order of time, but for the hour that a clock is set back by. */
export const wallClockIn = (timeZone: string, instant: string): string => wallClockOf(timeZone).format(new Date(instant));

const wallClocks = new Map<string, Intl.DateTimeFormat>();
function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = wallClocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  wallClocks.set(timeZone, clock);
  return clock;
}

/** Whole days from one day to another; negative when `to` lies before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / (24 * 60 * 60 * 1_000));

/** The day so many days after one, or before it. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
