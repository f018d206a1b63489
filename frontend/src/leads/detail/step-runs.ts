import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { isStepByCustomer } from '#domain/quotations/by-customer.js';

export type QuotationStep = Extract<TimelineEntry, { type: 'QuotationStepped' }>;

/** Time between two steps of a quotation that are shown as one entry. */
const RUN_MS = 10 * 60_000;

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
