import type { LeadDetail } from '#domain/leads/lead.views.js';

type Quotation = LeadDetail['quotations'][number];

/** Newest quotation that was built in the product and sent. */
export const lastSentQuotation = (quotations: readonly Quotation[] = []): Quotation | undefined =>
  quotations
    .filter(({ isBuilt, status }) => isBuilt && status !== 'Draft')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0];
