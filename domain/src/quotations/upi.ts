import { advancePaise } from './document-texts.js';
import type { QuotationVersion } from './quotation.js';
import type { upiKinds } from './quotation-settings.js';

/** Highest amount that UPI apps take from a QR code, by the kind of the UPI id. */
const MAX_BY_UPI_PAISE: Readonly<Record<(typeof upiKinds)[number], number>> = {
  person: 1_00_000_00,
  merchant: 5_00_000_00,
};
const MAX_NAME_LENGTH = 99;
const MAX_REFERENCE_LENGTH = 35;

/** Advance that the customer can pay by a QR code, or by a link that opens a UPI app. */
export type UpiAdvance = { readonly paise: number; readonly link: string };

/** Advance of a total; undefined without a UPI id or an advance, and above the limit. */
export function upiAdvance(
  { seller, number }: Pick<QuotationVersion, 'seller' | 'number'>,
  totalPaise: number,
): UpiAdvance | undefined {
  const { upiId, upiKind, upiCategory, advanceBasisPoints, legalName = seller.name } = seller;
  const paise = advancePaise(totalPaise, advanceBasisPoints);
  if (upiId === undefined || paise <= 0 || paise > MAX_BY_UPI_PAISE[upiKind]) return undefined;
  const fields: readonly (readonly [string, string])[] = [
    ['pa', upiId],
    ['pn', [...legalName].slice(0, MAX_NAME_LENGTH).join('')],
    ...(upiKind === 'merchant' && upiCategory !== undefined ? [['mc', upiCategory] as const] : []),
    ['am', formatRupees(paise)],
    ['cu', 'INR'],
    ['tn', ['Advance', number].join(' ')],
    ['tr', number.replaceAll(/[^A-Za-z\d]/g, '').slice(0, MAX_REFERENCE_LENGTH)],
  ];
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return { paise, link: `upi://pay?${query}` };
}

/** Amount in rupees with two decimals and without separators. */
const formatRupees = (paise: number): string =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
