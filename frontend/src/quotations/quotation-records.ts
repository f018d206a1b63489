import { useQuery } from '@tanstack/react-query';
import type { QuotationHistoryEntry } from '#domain/quotations/quotation.views.js';
import { listSource, useList } from '../kit/lists/list-query.js';
import { answerOf } from '../kit/records/answer.js';
import { identity } from '../lib/account/identity.js';
import { refetchAndHighlight, onViewChange } from '../lib/live/live-changes.js';
import { declareRule, listRule } from '../lib/records/list-rules.js';

/** History of a quotation, newest step first, in pages. */
export function useQuotationHistory(quotationId: string) {
  const { items, ...history } = useList(
    listSource('/api/quotations/:quotationId/history', { quotationId }),
  );
  return { ...history, items: items as readonly QuotationHistoryEntry[] };
}

/** File of the organization's logo, which quotations show. */
export const useLogoFileId = (): string | undefined =>
  useQuery(answerOf('/api/organization', ['organization'], {})).data?.logoFileId ?? undefined;

declareRule('quotations/:quotationId/history', ({ quotationId }) =>
  listRule<QuotationHistoryEntry>({
    belongs: (step) => step.quotationId === quotationId,
    compare: (one, other) => other.revision - one.revision,
  }),
);

// counts and sums need a refetch
onViewChange('quotation-list', 'quotations', refetchAndHighlight);
onViewChange('quotation-history', 'quotations', {
  // The record store has stored the document already; without one, the list is refetched.
  apply: ({ document }) => document !== undefined,
  idsToHighlight({ document }) {
    const step = document as QuotationHistoryEntry | undefined;
    return step && step.by?.id !== identity().accountId ? [step.entryId] : [];
  },
});
