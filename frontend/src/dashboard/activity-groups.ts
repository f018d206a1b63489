import type { Activity } from '#domain/leads/lead.views.js';

/**
 * Steps that are not listed beside a note or a visit of the same group, which implies them.
 * Changes of status are listed: the projection joins them with their visit or quotation.
 */
const impliedSteps: readonly Activity['noted']['type'][] = ['FollowUpCompleted'];
/** Time in which one person's steps on a lead form one group. */
const GROUP_MS = 60_000;

/** Newest entry of a group, and its entries without the implied steps. */
export interface ActivityGroup {
  readonly newest: Activity;
  readonly entries: readonly Activity[];
}

/** Groups what one person did to one lead within a minute. Entries come newest first. */
export function groupActivities(activity: readonly Activity[]): readonly ActivityGroup[] {
  const groups: [Activity, ...Activity[]][] = [];
  for (const entry of activity) {
    const group = groups.at(-1);
    if (group && isSameGroup(group[0], entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((entries) => {
    const withoutImplied = entries.filter(({ noted }) => !impliedSteps.includes(noted.type));
    return {
      newest: entries[0],
      entries: withoutImplied.length > 0 ? withoutImplied : entries.slice(0, 1),
    };
  });
}

const isSameGroup = (newest: Activity, entry: Activity): boolean =>
  newest.leadId === entry.leadId &&
  newest.by.id === entry.by.id &&
  Date.parse(newest.at) - Date.parse(entry.at) <= GROUP_MS;
