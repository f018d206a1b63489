import type { AuditItem } from '#domain/audit/audit.views.js';
import { type Run, runsOf } from '../kit/history/event-runs.js';

/** Longest time between two versions of a quotation whose runs are shown as one. */
const FOLD_MS = 10 * 60_000;
const isVersion = ({ type }: AuditItem): boolean =>
  type === 'QuotationDrafted' || type === 'QuotationSent';

/** Whether an event says that somebody read a screen of the audit. */
const isReading = ({ type, data }: AuditItem): boolean =>
  type === 'AccessRecorded' && 'screen' in data;

/**
 * Runs of the feed. Drafts and sendings of one quotation by one person are one run, led by the
 * newest, and so are readings of the audit one after the other by one person.
 */
export function foldedRunsOf(events: readonly AuditItem[]): readonly Run<AuditItem>[] {
  const folded: Run<AuditItem>[] = [];
  for (const run of runsOf(events)) {
    const index = isVersion(run.lead)
      ? folded.findIndex((newer) => continuesVersions(run, newer))
      : isReadingAfter(run, folded.at(-1))
        ? folded.length - 1
        : -1;
    if (index === -1) folded.push(run);
    else {
      const { lead, more } = folded[index]!;
      folded[index] = { lead, more: [...more, run.lead, ...run.more] };
    }
  }
  return folded;
}

const isReadingAfter = (
  { lead: older }: Run<AuditItem>,
  newer: Run<AuditItem> | undefined,
): boolean =>
  newer !== undefined &&
  isReading(older) &&
  isReading(newer.lead) &&
  older.by !== undefined &&
  older.by.id === newer.lead.by?.id;

/** Whether a version belongs to the quotation of a newer run, closely before it. */
function continuesVersions(
  { lead: older }: Run<AuditItem>,
  { lead, more }: Run<AuditItem>,
): boolean {
  const oldest = [lead, ...more].findLast(isVersion);
  return (
    oldest !== undefined &&
    isVersion(lead) &&
    lead.recordId === older.recordId &&
    lead.by?.id === older.by?.id &&
    Date.parse(oldest.at) - Date.parse(older.at) <= FOLD_MS
  );
}
