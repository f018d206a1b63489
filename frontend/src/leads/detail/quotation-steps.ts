import type { TimelineEntry } from '#domain/leads/lead.views.js';

export type QuotationStep = Extract<TimelineEntry, { type: 'QuotationStepped' }>;

/**
 * Finds drafts that a later step of their quotation hides, and the first draft before each such
 * step. Entries come oldest first.
 */
export function findHiddenDrafts(entries: readonly TimelineEntry[]): {
  readonly hiddenDrafts: ReadonlySet<TimelineEntry>;
  readonly firstDraftOf: ReadonlyMap<TimelineEntry, QuotationStep>;
} {
  const hiddenDrafts = new Set<TimelineEntry>();
  const firstDraftOf = new Map<TimelineEntry, QuotationStep>();
  const laterSteps = new Map<string, QuotationStep>();
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'QuotationStepped') continue;
    const laterStep = laterSteps.get(entry.data.quotationId);
    if (entry.data.step === 'Draft' && laterStep) {
      hiddenDrafts.add(entry);
      firstDraftOf.set(laterStep, entry);
    } else laterSteps.set(entry.data.quotationId, entry);
  }
  return { hiddenDrafts, firstDraftOf };
}
