import type { LeadDetail } from '#domain/leads/lead.views.js';

type Quotation = LeadDetail['quotations'][number];

const newestFirst = (quotations: readonly Quotation[]): readonly Quotation[] =>
  quotations.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));

/** Money that stands: of the accepted quotation, else of the newest one that has a sum. */
export function standingPaise(quotations: readonly Quotation[] = []): number | undefined {
  const priced = newestFirst(quotations).filter(({ amountPaise }) => amountPaise > 0);
  return (priced.find(({ status }) => status === 'Accepted') ?? priced[0])?.amountPaise;
}

/** Newest quotation that was built in the product and sent. */
export const lastSentQuotation = (quotations: readonly Quotation[] = []): Quotation | undefined =>
  newestFirst(quotations).find(({ isBuilt, status }) => isBuilt && status !== 'Draft');
