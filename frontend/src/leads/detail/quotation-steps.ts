import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { isStepByCustomer } from '#domain/quotations/by-customer.js';

export type QuotationStep = Extract<TimelineEntry, { type: 'QuotationStepped' }>;

/** Time between two steps of a quotation that are shown as one entry. */
export const RUN_MS = 10 * 60_000;

/** Whether a step continues the other's run: one person's, on one quotation, soon after. */
export const continuesRun = (
  before: TimelineEntry | undefined,
  entry: TimelineEntry,
): before is QuotationStep =>
  before?.type === 'QuotationStepped' &&
  entry.type === 'QuotationStepped' &&
  before.data.quotationId === entry.data.quotationId &&
  before.by.id === entry.by.id &&
  isStepByCustomer(before.data) === isStepByCustomer(entry.data) &&
  before.on === entry.on &&
  Date.parse(entry.at) - Date.parse(before.at) <= RUN_MS;

/**
 * Drafts that a later step of their quotation stands for, if the same person made it. Entries come
 * oldest first.
 * @returns the first of the drafts of each such step
 */
export function draftsBehind(entries: readonly TimelineEntry[]): {
  readonly folded: ReadonlySet<TimelineEntry>;
  readonly firstOf: ReadonlyMap<TimelineEntry, QuotationStep>;
} {
  const folded = new Set<TimelineEntry>();
  const firstOf = new Map<TimelineEntry, QuotationStep>();
  const later = new Map<string, QuotationStep>();
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'QuotationStepped') continue;
    const next = later.get(entry.data.quotationId);
    const isFolded =
      entry.data.step === 'Draft' && next?.by.id === entry.by.id && !isStepByCustomer(next.data);
    if (isFolded) {
      folded.add(entry);
      firstOf.set(next, entry);
    } else later.set(entry.data.quotationId, entry);
  }
  return { folded, firstOf };
}
