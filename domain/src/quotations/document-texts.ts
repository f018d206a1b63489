import { type Language, languages } from '../accounts/account.values.js';
import { texts } from '../kernel/texts/texts.js';
import { halfUp } from './exact.js';
import type { PricedLine, QuotationTotals } from './quotation-totals.js';
import type { QuotationVersion } from './quotation.js';
import type { TaxHead } from './states.js';

/** Words of a quotation's documents: its PDF and its public page. */
const documentWord = texts({
  quotation: 'Quotation',
  number: 'Number',
  version: 'Version',
  date: 'Date',
  validUntil: 'Valid until',
  customer: 'Customer',
  site: 'Site',
  notATaxInvoice: 'Quotation, not a tax invoice',
  page: 'Page {0} of {1}',
  inWords: 'Amount in words',
  rateOnInvoice: 'GST at the rate on the day of the invoice',
  payment: 'Payment',
  qr: 'QR code of the advance',
  lineNumber: 'No.',
  item: 'Item',
  quantity: 'Quantity',
  price: 'Price',
  discount: 'Discount',
  taxable: 'Taxable value',
  gst: 'GST',
  amount: 'Amount',
  subtotal: 'Subtotal',
  discountOnAll: 'Discount on the whole',
  transport: 'Transport',
  roundOff: 'Round off',
  total: 'Total',
  placeOfSupply: 'Place of supply',
  composition: 'Composition taxable person, not eligible to collect tax on supplies',
  pricesIncludeGst: 'Prices include GST',
  optional: 'Optional, not in the total',
  optionalChosen: 'Optional, chosen',
  optionalLeft: 'Optional, not chosen',
  replaces: 'Replaces',
  notes: 'Notes',
  terms: 'Terms',
  accountHolder: 'Account holder',
  accountNumber: 'Account number',
  ifsc: 'IFSC',
  upi: 'UPI',
  advance: 'Advance of {0}%',
  goodsAndServices: '70% goods, 30% services',
  certificate: 'Certificate of acceptance',
  acceptedOn: 'Accepted on',
  acceptedBy: 'Accepted by',
  phone: 'Mobile number',
  device: 'Device',
  network: 'Network',
  fingerprint: 'SHA-256 of the document that was shown',
  checkpoint: 'Audit, checkpoint of {0}: {1}',
  signature: 'Signature',
});
type DocumentWord = Parameters<typeof documentWord>[1];
export type Translate = (key: DocumentWord, ...given: (string | number)[]) => string;

export const translatorFor =
  (language: Language): Translate =>
  (key, ...given) =>
    documentWord(language, key, ...given);

/** Note of an optional line, by whether it is counted and whether the customer has decided. */
export function optionalText(
  isCounted: boolean,
  isAccepted: boolean,
  translate: Translate,
): string {
  if (isCounted) return translate('optionalChosen');
  return translate(isAccepted ? 'optionalLeft' : 'optional');
}

type Summed = Pick<QuotationVersion, 'taxHead' | 'discountPaise'> & {
  readonly totals: Omit<QuotationTotals, 'lines' | 'totalPaise'>;
};

/** Discounts on single lines, and on the whole quotation. Without a counted line there is none. */
export function discountParts({
  totals,
  discountPaise = 0,
}: Pick<Summed, 'discountPaise'> & {
  readonly totals: Pick<QuotationTotals, 'discountPaise' | 'byRate'>;
}): { readonly lineDiscountPaise: number; readonly wholeDiscountPaise: number } {
  const wholeDiscountPaise = totals.byRate.length === 0 ? 0 : discountPaise;
  return { lineDiscountPaise: totals.discountPaise - wholeDiscountPaise, wholeDiscountPaise };
}

/** Rows between the lines and the total, with their amounts in paise. */
export function sumRows(
  quotation: Summed,
  translate: Translate,
): readonly (readonly [name: string, paise: number])[] {
  const { totals, taxHead } = quotation;
  const { lineDiscountPaise, wholeDiscountPaise } = discountParts(quotation);
  const row = (name: string, paise: number) => (paise === 0 ? [] : [[name, paise] as const]);
  return [
    [translate('subtotal'), totals.grossPaise],
    ...row(translate('discount'), -lineDiscountPaise),
    ...row(translate('discountOnAll'), -wholeDiscountPaise),
    ...row(translate('transport'), totals.transportPaise),
    ...(taxHead === 'none' ? [] : [[translate('taxable'), totals.taxablePaise] as const]),
    ...headsOf(taxHead).flatMap(([name, field]) => row(name, totals[field])),
    ...row(translate('roundOff'), totals.roundOffPaise),
  ];
}

/** Names of the taxes with their amounts' fields. */
export function headsOf(
  taxHead: TaxHead,
): readonly (readonly [string, 'cgstPaise' | 'sgstPaise' | 'igstPaise'])[] {
  switch (taxHead) {
    case 'none':
      return [];
    case 'IGST':
      return [['IGST', 'igstPaise']];
    case 'CGST and SGST':
      return [
        ['CGST', 'cgstPaise'],
        ['SGST', 'sgstPaise'],
      ];
    case 'CGST and UTGST':
      return [
        ['CGST', 'cgstPaise'],
        ['UTGST', 'sgstPaise'],
      ];
  }
}

/** Advance in whole paise, half up. */
export const advanceOf = (totalPaise: number, basisPoints: number): number =>
  Number(halfUp(BigInt(totalPaise) * BigInt(basisPoints), 10_000n));

const rupees = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** `₹1,23,456.50`, with a true minus. */
export const moneyText = (paise: number): string =>
  `${paise < 0 ? '−' : ''}₹${rupees.format(Math.abs(paise) / 100)}`;
export const percentText = (basisPoints: number): string => `${basisPoints / 100}%`;
/** Rates of a line: `18%`, or `5% + 18%` in a contract for goods and services. */
export const ratesText = ({
  gstRateBasisPoints: goods = 0,
  servicesGstRateBasisPoints: services,
}: Pick<PricedLine, 'gstRateBasisPoints' | 'servicesGstRateBasisPoints'>): string =>
  [goods, ...(services === undefined ? [] : [services])].map(percentText).join(' + ');
const quantities = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 });
export const quantityText = (thousandths: number): string => quantities.format(thousandths / 1_000);
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === languages[0] ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00.000Z`));

/** Day and time in a time zone, `28 Nov 2026, 9:12 pm`. */
export const instantText = (instant: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === languages[0] ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    numberingSystem: 'latn',
    timeZone,
  }).format(new Date(instant));
