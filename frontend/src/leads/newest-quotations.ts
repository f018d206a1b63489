import type { Quotation } from '#domain/leads/lead.views.js';
import { newestFirst } from '../lib/records/list-rules.js';

export const newestQuotations = (quotations: readonly Quotation[]): readonly Quotation[] =>
  quotations.toSorted((one, other) => newestFirst(one.createdAt, other.createdAt));

/** Quotation that decides a lead's next step: the accepted one, else the newest. */
export function furthestQuotation(quotations: readonly Quotation[]): Quotation | undefined {
  const newest = newestQuotations(quotations);
  return newest.find(({ status }) => status === 'Accepted') ?? newest[0];
}

/** Newest quotation that was built in the product and sent. */
export const lastSentQuotation = (quotations: readonly Quotation[] = []): Quotation | undefined =>
  newestQuotations(quotations).find(({ isBuilt, status }) => isBuilt && status !== 'Draft');
