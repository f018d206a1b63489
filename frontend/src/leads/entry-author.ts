import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { isStepByMember } from '#domain/quotations/by-customer.js';

/**
 * Whether a member caused an entry. Steps by the customer or a timer do not count, although `by`
 * names the quotation's owner.
 */
export const isEntryBy = (
  entry: Pick<TimelineEntry, 'by' | 'type' | 'data'>,
  memberId: string | undefined,
): boolean =>
  entry.by.id === memberId &&
  (entry.type !== 'QuotationStepped' ||
    isStepByMember(entry.data as Extract<TimelineEntry, { type: 'QuotationStepped' }>['data']));
