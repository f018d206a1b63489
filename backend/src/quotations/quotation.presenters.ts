import {
  type QuotationHistoryEntry,
  type QuotationItem,
  type QuotationProgress,
  historyEntry,
  quotationItem,
} from '#domain/quotations/quotation.views.js';
import { pickShownFields } from '#domain/kernel/views.js';
import { draftTotalField } from '#domain/quotations/draft-totals.js';
import {
  type QuotationSettings,
  firstQuotationSettings,
} from '#domain/quotations/quotation-settings.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type {
  QuotationHead,
  QuotationVersionDocument,
} from '#projections/quotations/quotation-detail.projection.js';
import type { QuotationHistoryDocument } from '#projections/quotations/quotation-history.projection.js';
import type { QuotationDocument } from '#projections/quotations/quotation-list.projection.js';
import {
  type QuotationSettingsDocument,
  quotationSettingsView,
} from '#projections/quotations/quotation-settings.projection.js';
import { PersonNames } from '../auth/people/names.js';
import type { LookupPresenter, Presenter } from '../auth/presenting.js';

/** Settings from which an organization's quotations are made. */
export async function loadQuotationSettings(
  views: Views,
  organizationId: string,
): Promise<QuotationSettings> {
  const document = await views.getOne<QuotationSettingsDocument>(
    quotationSettingsView,
    '',
    organizationId,
  );
  return document?.settings ?? firstQuotationSettings;
}

/** Creates the presenter of rows. The total of a draft depends on the settings. */
export const createRowPresenter = (
  settings: QuotationSettings,
): Presenter<QuotationDocument, QuotationItem> => ({
  people: ({ assignedTo }) => [assignedTo],
  show(document, person) {
    const { supply } = document;
    const { assignedTo, ...quotation } = pickShownFields(quotationItem, document);
    const total = supply && document[draftTotalField(settings, supply)];
    return {
      ...quotation,
      totalPaise: total ?? quotation.totalPaise,
      assignedTo: person(assignedTo),
    };
  },
});

export const createQuotationPresenter = (
  views: Views,
): LookupPresenter<QuotationDocument, QuotationItem> => ({
  async rows(documents, { organizationId }) {
    const settings = await loadQuotationSettings(views, organizationId);
    return new PersonNames(views).present(documents, createRowPresenter(settings));
  },
});

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

/** Pushes the progress alone: clients query changed versions and drafts again. */
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
