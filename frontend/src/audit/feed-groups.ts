import type { AuditItem } from '#domain/audit/audit.views.js';
import { type EventGroup, groupEvents } from '../kit/history/event-groups.js';

/** Longest time between two versions of a quotation that are one group. */
const GROUPING_MS = 10 * 60_000;
const isQuotationVersion = ({ type }: AuditItem): boolean =>
  type === 'QuotationDrafted' || type === 'QuotationSent';

/** Whether an event says that somebody read a screen of the audit. */
const isAuditReading = ({ type, data }: AuditItem): boolean =>
  type === 'AccessRecorded' && 'screen' in data;

/**
 * Groups of the feed. Besides those of `groupEvents`, versions of one quotation by one person are a
 * group, and so are consecutive readings of the audit by one person.
 */
export function groupFeedEvents(events: readonly AuditItem[]): readonly EventGroup<AuditItem>[] {
  const feedGroups: EventGroup<AuditItem>[] = [];
  for (const group of groupEvents(events)) {
    const index = indexOfContinued(feedGroups, group);
    if (index === -1) feedGroups.push(group);
    else {
      const { shownEvent, otherEvents } = feedGroups[index]!;
      feedGroups[index] = {
        shownEvent,
        otherEvents: [...otherEvents, group.shownEvent, ...group.otherEvents],
      };
    }
  }
  return feedGroups;
}

/** Index of the newer group that a group continues; -1 if there is none. */
function indexOfContinued(
  newerGroups: readonly EventGroup<AuditItem>[],
  group: EventGroup<AuditItem>,
): number {
  if (isQuotationVersion(group.shownEvent))
    return newerGroups.findIndex((newer) => continuesVersions(group, newer));
  return continuesReading(group, newerGroups.at(-1)) ? newerGroups.length - 1 : -1;
}

/** Whether a reading of the audit directly precedes one by the same person. */
const continuesReading = (
  { shownEvent: older }: EventGroup<AuditItem>,
  newer: EventGroup<AuditItem> | undefined,
): boolean =>
  newer !== undefined &&
  isAuditReading(older) &&
  isAuditReading(newer.shownEvent) &&
  older.by !== undefined &&
  older.by.id === newer.shownEvent.by?.id;

/** Whether a version belongs to the quotation of a newer group, closely before it. */
function continuesVersions(
  { shownEvent: older }: EventGroup<AuditItem>,
  { shownEvent, otherEvents }: EventGroup<AuditItem>,
): boolean {
  const oldest = [shownEvent, ...otherEvents].findLast(isQuotationVersion);
  return (
    oldest !== undefined &&
    isQuotationVersion(shownEvent) &&
    shownEvent.recordId === older.recordId &&
    shownEvent.by?.id === older.by?.id &&
    Date.parse(oldest.at) - Date.parse(older.at) <= GROUPING_MS
  );
}
