const DAY_MS = 24 * 60 * 60_000;

/** Day of the organization's calendar after the given number of days. */
export function dayFromToday(days: number, zone = 'Asia/Kolkata'): string {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Day as its field shows it after blur: `Mon, 30 Nov`, or `Thu, 1 Jan 2026` if it is not in this
 * year.
 */
export function shownDay(day: string): string {
  const format = (shape: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...shape }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const year = day.slice(0, 4);
  const isOfThisYear = year === dayFromToday(0).slice(0, 4);
  const parts = [format({ day: 'numeric' }), format({ month: 'short' }), isOfThisYear ? '' : year];
  return `${format({ weekday: 'short' })}, ${parts.join(' ').trimEnd()}`;
}
