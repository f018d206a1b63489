import { dayIn, wallClockIn } from '#domain/kernel/days.js';
import type { AlertKind } from '#domain/notifications/alerts.values.js';

export type PushedAlert = {
  readonly kind: AlertKind;
  /** Day of the alert: when a follow-up is due, or the first one on which it is overdue. */
  readonly on: string;
  /** ISO 8601. */
  readonly happenedAt: string;
};

const newsForMilliseconds = 12 * 60 * 60_000;
const minutesOfDay = 24 * 60;

/**
 * Seconds for which an alert may still interrupt its member, 0 if none: what is due until its day
 * ends in the organization, anything else for 12 hours after it happened, not after it was raised.
 */
export function pushSecondsLeft(
  { kind, on, happenedAt }: PushedAlert,
  timeZone: string,
  now: string,
): number {
  if (kind !== 'follow-up-due' && kind !== 'follow-up-overdue')
    return Math.max(
      0,
      Math.floor((Date.parse(happenedAt) + newsForMilliseconds - Date.parse(now)) / 1_000),
    );
  if (dayIn(timeZone, now) !== on) return 0;
  const [, time = ''] = wallClockIn(timeZone, now).split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (minutesOfDay - hours * 60 - minutes) * 60;
}
