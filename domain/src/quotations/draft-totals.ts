import { type PricedQuotation, quotationTotals } from './quotation-totals.js';
import type { QuotationSettings } from './quotation-settings.js';
import type { StateCode } from './states.values.js';
import { type TaxHead, taxHeadFor } from './tax-heads.js';

/** First part of a field's name, by tax. CGST with SGST gives the same total as with UTGST. */
const TAX_NAMES = {
  none: 'untaxed',
  'CGST and SGST': 'intraState',
  'CGST and UTGST': 'intraState',
  IGST: 'interState',
} as const satisfies Readonly<Record<TaxHead, string>>;
export const draftTotalFields = [
  'untaxedExactPaise',
  'untaxedRoundedPaise',
  'intraStateExactPaise',
  'intraStateRoundedPaise',
  'interStateExactPaise',
  'interStateRoundedPaise',
] as const;
type DraftTotalField = (typeof draftTotalFields)[number];
/** Totals of a draft by every tax and rounding that the organization's settings can demand. */
export type DraftTotals = Readonly<Record<DraftTotalField, number>>;

/** Place of supply of a draft; `own` is the state of the organization. */
export type DraftSupply = StateCode | 'own';

const nameField = (taxHead: TaxHead, rounding: 'Rounded' | 'Exact'): DraftTotalField =>
  `${TAX_NAMES[taxHead]}${rounding}Paise`;

/** Names the field that holds a draft's total for a place of supply and such settings. */
export const draftTotalField = (
  settings: Pick<QuotationSettings, 'state' | 'gstRegistration' | 'roundsOff'>,
  supply: DraftSupply,
): DraftTotalField =>
  nameField(
    taxHeadFor(settings, supply === 'own' ? undefined : supply),
    settings.roundsOff ? 'Rounded' : 'Exact',
  );

export function draftTotals(draft: PricedQuotation): DraftTotals {
  const taxHeads = ['none', 'CGST and SGST', 'IGST'] as const;
  const totals = taxHeads.flatMap((taxHead) => {
    const { totalPaise, roundOffPaise } = quotationTotals(draft, { taxHead, roundsOff: true });
    return [
      [nameField(taxHead, 'Rounded'), totalPaise],
      [nameField(taxHead, 'Exact'), totalPaise - roundOffPaise],
    ];
  });
  return Object.fromEntries(totals) as DraftTotals;
}
