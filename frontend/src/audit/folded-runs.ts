import type { AuditItem } from '#domain/audit/audit.views.js';
import { type Run, runsOf } from '../kit/history/event-runs.js';

/** Time between two versions of a quotation within which their runs are one. */
const FOLD_MS = 10 * 60_000;
const isVersion = ({ type }: AuditItem): boolean =>
  type === 'QuotationDrafted' || type === 'QuotationSent';

/**
 * Runs of the feed. Drafts and sendings of one quotation by one person are one run, led by the
 * newest.
 */
export function foldedRunsOf(events: readonly AuditItem[]): readonly Run<AuditItem>[] {
  const folded: Run<AuditItem>[] = [];
  for (const run of runsOf(events)) {
    const index = folded.findIndex((newer) => areVersions(newer, run));
    if (index === -1) folded.push(run);
    else {
      const { lead, more } = folded[index]!;
      folded[index] = { lead, more: [...more, run.lead, ...run.more] };
    }
  }
  return folded;
}

/** Whether two runs are versions of one quotation that follow each other closely. */
function areVersions({ lead, more }: Run<AuditItem>, { lead: older }: Run<AuditItem>): boolean {
  const oldest = [lead, ...more].findLast(isVersion);
  return (
    oldest !== undefined &&
    isVersion(lead) &&
    isVersion(older) &&
    lead.recordId === older.recordId &&
    lead.by?.id === older.by?.id &&
    Date.parse(oldest.at) - Date.parse(older.at) <= FOLD_MS
  );
}
