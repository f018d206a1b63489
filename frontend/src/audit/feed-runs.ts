import type { AuditItem } from '#domain/audit/audit.views.js';
import { type EventRun, groupEventRuns } from '../kit/history/event-runs.js';

/** Longest time between two versions of a quotation whose runs are shown as one. */
const GROUPING_MS = 10 * 60_000;
const isQuotationVersion = ({ type }: AuditItem): boolean =>
  type === 'QuotationDrafted' || type === 'QuotationSent';

/** Whether an event says that somebody read a screen of the audit. */
const isAccess = ({ type, data }: AuditItem): boolean =>
  type === 'AccessRecorded' && 'screen' in data;

/**
 * Runs of the feed. Drafts and sendings of one quotation by one person are one run, led by the
 * newest, and so are readings of the audit one after the other by one person.
 */
export function groupFeedRuns(events: readonly AuditItem[]): readonly EventRun<AuditItem>[] {
  const folded: EventRun<AuditItem>[] = [];
  for (const run of groupEventRuns(events)) {
    const index = isQuotationVersion(run.shownEvent)
      ? folded.findIndex((newer) => continuesVersions(run, newer))
      : isReadingAfter(run, folded.at(-1))
        ? folded.length - 1
        : -1;
    if (index === -1) folded.push(run);
    else {
      const { shownEvent, otherEvents } = folded[index]!;
      folded[index] = {
        shownEvent,
        otherEvents: [...otherEvents, run.shownEvent, ...run.otherEvents],
      };
    }
  }
  return folded;
}

const isReadingAfter = (
  { shownEvent: older }: EventRun<AuditItem>,
  newer: EventRun<AuditItem> | undefined,
): boolean =>
  newer !== undefined &&
  isAccess(older) &&
  isAccess(newer.shownEvent) &&
  older.by !== undefined &&
  older.by.id === newer.shownEvent.by?.id;

/** Whether a version belongs to the quotation of a newer run, closely before it. */
function continuesVersions(
  { shownEvent: older }: EventRun<AuditItem>,
  { shownEvent, otherEvents }: EventRun<AuditItem>,
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
