import { useQuery } from '@tanstack/react-query';
import type { QuotationContent } from '#domain/quotations/quotation.commands.js';
import {
  type PricedQuotation,
  quotationTotals,
  type QuotationTotals,
} from '#domain/quotations/quotation-totals.js';
import type { QuotationSettingsShown } from '#domain/quotations/quotation.views.js';
import { type TaxHead, taxHeadFor } from '#domain/quotations/tax-heads.js';
import { quotationRecords, useQuotationSettings } from './quotation-record.js';

/** Totals of a draft, by the same rules as on the server. */
export function draftTotals(
  content: PricedQuotation & Pick<QuotationContent, 'placeOfSupply'>,
  settings: QuotationSettingsShown,
): { readonly taxHead: TaxHead; readonly totals: QuotationTotals } {
  const taxHead = taxHeadFor(settings, content.placeOfSupply);
  const { roundsOff } = settings;
  return { taxHead, totals: quotationTotals(content, { taxHead, roundsOff }) };
}

/**
 * Total of a quotation that was never sent, as its builder shows it. A lead does not record it.
 * @returns undefined without a quotation, while it is fetched, and if nothing is to be paid
 */
export function useDraftTotal(quotationId: string | undefined): number | undefined {
  const enabled = quotationId !== undefined;
  const { data: quotation } = useQuery({
    ...quotationRecords.query(quotationId ?? ''),
    enabled,
  });
  const { data: settings } = useQuotationSettings({ enabled });
  const draft = quotation?.draft as Parameters<typeof draftTotals>[0] | undefined;
  if (!draft || !settings) return undefined;
  const { totalPaise } = draftTotals(draft, settings).totals;
  return totalPaise > 0 ? totalPaise : undefined;
}
