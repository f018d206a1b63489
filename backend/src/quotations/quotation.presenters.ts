import {
  type QuotationHistoryEntry,
  type QuotationItem,
  type QuotationProgress,
  historyEntry,
  quotationItem,
} from '#domain/quotations/quotation.views.js';
import { pickShownFields } from '#domain/kernel/views.js';
import type {
  QuotationHead,
  QuotationVersionDocument,
} from '#projections/quotations/quotation-detail.projection.js';
import type { QuotationHistoryDocument } from '#projections/quotations/quotation-history.projection.js';
import type { QuotationDocument } from '#projections/quotations/quotation-list.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const quotationRow: Presenter<QuotationDocument, QuotationItem> = {
  people: ({ assignedTo }) => [assignedTo],
  show(document, person) {
    const { assignedTo, ...quotation } = pickShownFields(quotationItem, document);
    return { ...quotation, assignedTo: person(assignedTo) };
  },
};

export const toProgress = ({
  quotationId,
  leadId,
  status,
  acceptance,
  views,
  revision,
}: QuotationHead): QuotationProgress => ({
  quotationId,
  leadId,
  status,
  views,
  revision,
  ...(acceptance && {
    acceptance: {
      version: acceptance.version,
      at: acceptance.at,
      name: acceptance.name,
      phone: acceptance.phone,
      totalPaise: acceptance.totalPaise,
      lineIds: acceptance.lineIds ?? [],
      ...(acceptance.copyFileId !== undefined && { copyFileId: acceptance.copyFileId }),
    },
  }),
});

/** Presenter of a quotation's parts. Clients query the versions and the draft again. */
export const quotationProgressPresenter: Presenter<
  QuotationHead | QuotationVersionDocument,
  Partial<QuotationProgress>
> = {
  people: () => [],
  show: (document) => (document.kind === 'head' ? toProgress(document) : {}),
};

export const quotationHistoryPresenter: Presenter<QuotationHistoryDocument, QuotationHistoryEntry> =
  {
    people: ({ by }) => (by === undefined ? [] : [by]),
    show(document, person) {
      const { by, ...entry } = pickShownFields(historyEntry, document);
      return { ...entry, ...(by !== undefined && { by: person(by) }) };
    },
  };
