import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { isStepByMember } from '#domain/quotations/by-customer.js';

/** Whether a member caused an entry. A customer's or a timer's step is in the owner's name. */
export const isEntryBy = (
  entry: Pick<TimelineEntry, 'by' | 'type' | 'data'>,
  memberId: string | undefined,
): boolean =>
  entry.by.id === memberId &&
  (entry.type !== 'QuotationStepped' ||
    isStepByMember(entry.data as Extract<TimelineEntry, { type: 'QuotationStepped' }>['data']));
