import { isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';

/** Single alert, or several alerts of one day that share a row. */
export type AlertEntry = readonly [AlertItem, ...AlertItem[]];

/** Key of the row that an alert shares with others; undefined if it has a row of its own. */
function groupOf({ type, about: { kind }, by, lead }: AlertItem): string | undefined {
  if (type === 'followup' && !isSample(kind)) return 'follow-ups';
  return kind === 'lead-assigned' && lead ? `${kind}-${by.id}` : undefined;
}

/**
 * Alerts by day, in their order. Follow-up alerts of a day are one entry, at the place of the
 * first, and so are leads that one member has assigned.
 * @param groupsFollowUps false lists each alert by itself
 */
export function alertsByDay(
  alerts: readonly AlertItem[],
  dayOf: (at: string) => string,
  groupsFollowUps: boolean,
): readonly { readonly day: string; readonly entries: readonly AlertEntry[] }[] {
  const days = new Map<string, Map<string, [AlertItem, ...AlertItem[]]>>();
  for (const alert of alerts) {
    const day = dayOf(alert.at);
    const entries = days.get(day) ?? new Map<string, [AlertItem, ...AlertItem[]]>();
    days.set(day, entries);
    const key = (groupsFollowUps && groupOf(alert)) || alert.alertId;
    const entry = entries.get(key);
    if (entry) entry.push(alert);
    else entries.set(key, [alert]);
  }
  return [...days].map(([day, entries]) => ({ day, entries: [...entries.values()] }));
}
