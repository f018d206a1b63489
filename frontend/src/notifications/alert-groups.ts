import { isSample } from '#domain/notifications/alerts.values.js';
import type { AlertItem } from '#domain/notifications/alerts.views.js';

/** Alerts of one day that share a row; most groups have a single alert. */
export type AlertGroup = readonly [AlertItem, ...AlertItem[]];

/** Key of the row that an alert shares with others; undefined if it has a row of its own. */
function groupKeyOf({ type, about: { kind }, by, lead }: AlertItem): string | undefined {
  if (type === 'followup' && !isSample(kind)) return 'follow-ups';
  return kind === 'lead-assigned' && lead ? `${kind}-${by.id}` : undefined;
}

/** Day of the group above all days, with the alerts that ask for an action. */
export const TO_DO = 'to-do';

/**
 * Alerts that ask for an action, then the others by day, in their order. Follow-ups of a day share
 * a group, at the place of the first, and so do the leads that one member has assigned.
 * @param sharesRows false gives each alert a group of its own
 */
export function groupAlerts(
  alerts: readonly AlertItem[],
  dayOf: (at: string) => string,
  {
    sharesRows,
    isToDo = () => false,
  }: { readonly sharesRows: boolean; readonly isToDo?: (alert: AlertItem) => boolean },
): readonly { readonly day: string; readonly groups: readonly AlertGroup[] }[] {
  const groupsByDay = new Map<string, Map<string, [AlertItem, ...AlertItem[]]>>([
    [TO_DO, new Map()],
  ]);
  for (const alert of alerts) {
    const day = isToDo(alert) ? TO_DO : dayOf(alert.at);
    const groups = groupsByDay.get(day) ?? new Map<string, [AlertItem, ...AlertItem[]]>();
    groupsByDay.set(day, groups);
    const key = (sharesRows && groupKeyOf(alert)) || alert.alertId;
    const group = groups.get(key);
    if (group) group.push(alert);
    else groups.set(key, [alert]);
  }
  return [...groupsByDay]
    .filter(([, groups]) => groups.size > 0)
    .map(([day, groups]) => ({ day, groups: [...groups.values()] }));
}
