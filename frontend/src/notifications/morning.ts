import { isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';

/** Single alert, or several alerts of one day that share a row. */
export type AlertEntry = readonly [AlertItem, ...AlertItem[]];

/** Key of the row that an alert shares with others; undefined if it has a row of its own. */
function groupKeyOf({ type, about: { kind }, by, lead }: AlertItem): string | undefined {
  if (type === 'followup' && !isSample(kind)) return 'follow-ups';
  return kind === 'lead-assigned' && lead ? `${kind}-${by.id}` : undefined;
}

/** Name of the first group, of alerts that ask for something. */
export const TO_DO = 'to-do';

/**
 * Alerts that ask for something, then the others by day, in their order. Follow-ups of a day share
 * an entry, at the place of the first, and so do the leads that one member has assigned.
 * @param isGrouped false lists each alert by itself
 */
export function alertsByDay(
  alerts: readonly AlertItem[],
  dayOf: (at: string) => string,
  isGrouped: boolean,
  isToDo: (alert: AlertItem) => boolean = () => false,
): readonly { readonly day: string; readonly entries: readonly AlertEntry[] }[] {
  const entriesByDay = new Map<string, Map<string, [AlertItem, ...AlertItem[]]>>([
    [TO_DO, new Map()],
  ]);
  for (const alert of alerts) {
    const day = isToDo(alert) ? TO_DO : dayOf(alert.at);
    const entries = entriesByDay.get(day) ?? new Map<string, [AlertItem, ...AlertItem[]]>();
    entriesByDay.set(day, entries);
    const key = (isGrouped && groupKeyOf(alert)) || alert.alertId;
    const entry = entries.get(key);
    if (entry) entry.push(alert);
    else entries.set(key, [alert]);
  }
  return [...entriesByDay]
    .filter(([, entries]) => entries.size > 0)
    .map(([day, entries]) => ({ day, entries: [...entries.values()] }));
}
