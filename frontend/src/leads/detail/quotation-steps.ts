import type { TimelineEntry } from '#domain/leads/lead.views.js';

export type QuotationStep = Extract<TimelineEntry, { type: 'QuotationStepped' }>;

/**
 * Drafts that are hidden behind a later step of their quotation. Entries come oldest first.
 * @returns the first of the drafts of each such step
 */
export function firstDraftsByEntry(entries: readonly TimelineEntry[]): {
  readonly folded: ReadonlySet<TimelineEntry>;
  readonly firstOf: ReadonlyMap<TimelineEntry, QuotationStep>;
} {
  const folded = new Set<TimelineEntry>();
  const firstOf = new Map<TimelineEntry, QuotationStep>();
  const later = new Map<string, QuotationStep>();
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'QuotationStepped') continue;
    const next = later.get(entry.data.quotationId);
    if (entry.data.step === 'Draft' && next) {
      folded.add(entry);
      firstOf.set(next, entry);
    } else later.set(entry.data.quotationId, entry);
  }
  return { folded, firstOf };
}
