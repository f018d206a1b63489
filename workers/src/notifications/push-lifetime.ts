import { dayIn, wallClockIn } from '#domain/kernel/values/days.js';
import { type AlertKind, isFollowUpAlert } from '#domain/notifications/alerts.values.js';

export type PushedAlert = {
  readonly kind: AlertKind;
  /** Day of the alert: the due day of a follow-up, or its first overdue day. */
  readonly on: string;
  /** ISO 8601. */
  readonly happenedAt: string;
};

const PUSH_LIFETIME_MS = 12 * 60 * 60_000;
const MINUTES_PER_DAY = 24 * 60;

/**
 * Seconds for which an alert may be pushed, 0 if none. Alerts about due follow-ups last until their
 * day ends; others 12 hours from the event.
 */
export function pushSecondsLeft(
  { kind, on, happenedAt }: PushedAlert,
  timeZone: string,
  now: string,
): number {
  if (!isFollowUpAlert(kind))
    return Math.max(
      0,
      Math.floor((Date.parse(happenedAt) + PUSH_LIFETIME_MS - Date.parse(now)) / 1_000),
    );
  if (dayIn(timeZone, now) !== on) return 0;
  const [, time = ''] = wallClockIn(timeZone, now).split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (MINUTES_PER_DAY - hours * 60 - minutes) * 60;
}
