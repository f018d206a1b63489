import { type Language, languages } from '../accounts/account.values.js';
import { texts } from '../kernel/texts/texts.js';
import { divideHalfUp } from './exact.js';
import { printedHsn } from './hsn.js';
import type { PricedLine, QuotationTotals } from './quotation-totals.js';
import type { QuotationVersion } from './quotation.js';
import { states } from './states.values.js';
import type { TaxHead } from './tax-heads.js';

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
  discountShare: 'Discount on the total −{0}',
  gst: 'GST',
  amount: 'Amount',
  subtotal: 'Subtotal',
  transport: 'Transport',
  roundOff: 'Round off',
  total: 'Total',
  placeOfSupply: 'Place of supply',
  composition: 'Composition taxable person, not eligible to collect tax on supplies',
  inTotal: 'In the total',
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
  browserOn: '{0} on {1}',
  unknownBrowser: 'Unknown browser',
});
/** Name of a state, by its code. */
export const stateText = texts(states);
type DocumentWord = Parameters<typeof documentWord>[1];
export type Translate = (key: DocumentWord, ...values: (string | number)[]) => string;

export const translatorFor =
  (language: Language): Translate =>
  (key, ...values) =>
    documentWord(language, key, ...values);

/** Note of an optional line, by whether it is counted and whether the customer has decided. */
export function optionalText(
  { isCounted, isAccepted }: { readonly isCounted: boolean; readonly isAccepted: boolean },
  translate: Translate,
): string {
  if (isCounted) return translate('optionalChosen');
  return translate(isAccepted ? 'optionalLeft' : 'optional');
}

/** Site of a customer with its address or city, without the parts that the site's name has. */
export function customerPlace({
  siteName,
  address,
  city,
}: Pick<Partial<QuotationVersion['customer']>, 'siteName' | 'address' | 'city'>): string {
  const siteParts = siteName?.split(', ') ?? [];
  const others = (address ?? city)?.split(', ').filter((part) => !siteParts.includes(part)) ?? [];
  return [...siteParts, ...others].join(', ');
}

/** Amount beside a line: price times quantity, less the line's own discount. */
export const lineAmount = ({
  grossPaise,
  discountPaise,
}: Pick<QuotationTotals['lines'][number], 'grossPaise' | 'discountPaise'>): number =>
  grossPaise - discountPaise;

export type SummedQuotation = Pick<
  QuotationVersion,
  'taxHead' | 'discountPaise' | 'pricesIncludeGst'
> & {
  readonly totals: Omit<QuotationTotals, 'lines' | 'totalPaise'>;
};
type SumRow = readonly [name: string, paise: number];
type SumWord = 'subtotal' | 'discount' | 'transport' | 'taxable' | 'roundOff';

/**
 * Rows of the sum. `added` begins with the sum of the amounts beside the counted lines. The total
 * is the sum of `added` except the taxable value, which is left out if it equals the subtotal.
 * `included` is the tax within prices that include it.
 */
export function sumRows(
  { totals, taxHead, discountPaise = 0, pricesIncludeGst }: SummedQuotation,
  translate: (word: SumWord) => string,
): { readonly added: readonly SumRow[]; readonly included: readonly SumRow[] } {
  const row = (name: string, paise: number) => (paise === 0 ? [] : [[name, paise] as const]);
  const isCounted = totals.byRate.length > 0;
  const countedDiscountPaise = isCounted ? discountPaise : 0;
  const subtotalPaise = totals.grossPaise - totals.discountPaise + countedDiscountPaise;
  const taxable = taxHead === 'none' ? [] : [[translate('taxable'), totals.taxablePaise] as const];
  const taxes = taxNames(taxHead).flatMap(([name, field]) => row(name, totals[field]));
  return {
    added: [
      [translate('subtotal'), subtotalPaise],
      ...row(translate('discount'), -countedDiscountPaise),
      ...row(translate('transport'), totals.transportPaise),
      ...(pricesIncludeGst
        ? []
        : [...taxable.filter(([, paise]) => paise !== subtotalPaise), ...taxes]),
      ...row(translate('roundOff'), totals.roundOffPaise),
    ],
    included: pricesIncludeGst && isCounted ? [...taxable, ...taxes] : [],
  };
}

/** Tax facts of a line, with its shares of the quotation's discount and transport. */
export function taxFacts(
  line: Pick<QuotationVersion['lines'][number], 'hsn'> &
    Parameters<typeof ratesText>[0] & {
      readonly amounts: Pick<
        QuotationTotals['lines'][number],
        'taxablePaise' | 'discountSharePaise' | 'transportSharePaise'
      >;
    },
  { taxHead, seller }: Pick<QuotationVersion, 'taxHead' | 'seller'>,
  translate: Translate,
): readonly string[] {
  return [
    ...(line.hsn === undefined ? [] : [['HSN', printedHsn(line.hsn, seller.hsnDigits)].join(' ')]),
    ...(line.servicesGstRateBasisPoints === undefined ? [] : [translate('goodsAndServices')]),
    ...(taxHead === 'none'
      ? []
      : [
          ['GST', ratesText(line)].join(' '),
          ...(line.amounts.discountSharePaise === 0
            ? []
            : [translate('discountShare', moneyText(line.amounts.discountSharePaise))]),
          ...(line.amounts.transportSharePaise === 0
            ? []
            : [`${translate('transport')} ${moneyText(line.amounts.transportSharePaise)}`]),
          `${translate('taxable')} ${moneyText(line.amounts.taxablePaise)}`,
        ]),
  ];
}

/** Names of the taxes with their amounts' fields. */
export function taxNames(
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

/** Advance in paise; half a paisa is rounded up. */
export const advancePaise = (totalPaise: number, basisPoints: number): number =>
  Number(divideHalfUp(BigInt(totalPaise) * BigInt(basisPoints), 10_000n));

const rupeeFormat = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** `₹1,23,456.50`. A negative amount begins with a minus sign, not with a hyphen. */
export const moneyText = (paise: number): string =>
  `${paise < 0 ? '−' : ''}₹${rupeeFormat.format(Math.abs(paise) / 100)}`;
export const percentText = (basisPoints: number): string => `${basisPoints / 100}%`;
/** Rates of a line: `18%`, or `5% + 18%` in a contract for goods and services. */
export const ratesText = ({
  gstRateBasisPoints: goods = 0,
  servicesGstRateBasisPoints: services,
}: Pick<PricedLine, 'gstRateBasisPoints' | 'servicesGstRateBasisPoints'>): string =>
  [goods, ...(services === undefined ? [] : [services])].map(percentText).join(' + ');
const quantityFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 });
export const quantityText = (thousandths: number): string =>
  quantityFormat.format(thousandths / 1_000);

/** English dates are in the British order, as people write them in India. */
const dateLocale = (language: Language): string => (language === languages[0] ? 'en-GB' : language);

export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00.000Z`));

/** Day and time in a time zone, `28 Nov 2026, 9:12 pm`. */
export const instantText = (instant: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    numberingSystem: 'latn',
    timeZone,
  }).format(new Date(instant));
