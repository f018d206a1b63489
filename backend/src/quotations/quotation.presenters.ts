import {
  type QuotationHistoryEntry,
  type QuotationItem,
  historyEntry,
  quotationItem,
} from '#domain/quotations/quotation.views.js';
import { shownOf } from '#domain/kernel/views.js';
import type { QuotationHistoryDocument } from '#projections/quotations/quotation-history.projection.js';
import type { QuotationDocument } from '#projections/quotations/quotation-list.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const quotationRow: Presenter<QuotationDocument, QuotationItem> = {
  people: ({ assignedTo }) => [assignedTo],
  show(document, person) {
    const { assignedTo, ...quotation } = shownOf(quotationItem, document);
    return { ...quotation, assignedTo: person(assignedTo) };
  },
};

export const historyShown: Presenter<QuotationHistoryDocument, QuotationHistoryEntry> = {
  people: ({ by }) => (by === undefined ? [] : [by]),
  show(document, person) {
    const { by, ...entry } = shownOf(historyEntry, document);
    return { ...entry, ...(by !== undefined && { by: person(by) }) };
  },
};
