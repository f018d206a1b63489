import { isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';

/** Single alert, or all follow-up alerts of one day. */
export type AlertEntry = readonly [AlertItem, ...AlertItem[]];

/**
 * Alerts by day, in their order. Follow-up alerts of a day are one entry, at the place of the
 * first.
 * @param groups false lists each follow-up alert by itself
 */
export function alertsByDay(
  alerts: readonly AlertItem[],
  dayOf: (at: string) => string,
  groups: boolean,
): readonly { readonly day: string; readonly entries: readonly AlertEntry[] }[] {
  const days = new Map<string, Map<string, [AlertItem, ...AlertItem[]]>>();
  for (const alert of alerts) {
    const day = dayOf(alert.at);
    const entries = days.get(day) ?? new Map<string, [AlertItem, ...AlertItem[]]>();
    days.set(day, entries);
    const isGrouped = groups && alert.type === 'followup' && !isSample(alert.about.kind);
    const key = isGrouped ? 'follow-ups' : alert.alertId;
    const entry = entries.get(key);
    if (entry) entry.push(alert);
    else entries.set(key, [alert]);
  }
  return [...days].map(([day, entries]) => ({ day, entries: [...entries.values()] }));
}
