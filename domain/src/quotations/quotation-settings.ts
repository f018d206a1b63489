import { z } from 'zod';
import { gstNumber } from '../kernel/values/gst-number.js';
import { refuse } from '../kernel/refusal.js';
import { hundredths, line, longText, personal, required } from '../kernel/schema.js';
import { plainCode } from '../kernel/texts/text-folding.js';
import { hsnDigits } from './hsn.js';
import { stateCodes } from './states.values.js';
import { gstRegistrations } from './tax-heads.js';

export const upiKinds = ['person', 'merchant'] as const;

const MAX_VALIDITY_DAYS = 730;
const wrongValidity = `Enter a number of days from 1 to ${MAX_VALIDITY_DAYS}`;
const code = (form: RegExp, message: string) =>
  z
    .string()
    .max(60, { error: message, abort: true })
    .overwrite((typed) => plainCode(typed).toUpperCase())
    .regex(form, message);

/** Settings of an organization from which its quotations are made. */
export const quotationSettings = z.object({
  legalName: line,
  address: required('Enter the address', 300),
  state: z.enum(stateCodes, 'Choose the state'),
  gstRegistration: z.enum(gstRegistrations),
  gstin: gstNumber,
  /** Digits that a turnover demands: 4 up to ₹5 crore, 6 above. */
  hsnDigits: z.enum(hsnDigits),
  pricesIncludeGst: z.boolean(),
  roundsOff: z.boolean(),
  validityDays: z.int(wrongValidity).min(1, wrongValidity).max(MAX_VALIDITY_DAYS, wrongValidity),
  terms: longText,
  bankHolder: personal(line),
  bankAccountNumber: personal(
    code(/^[A-Z\d]{6,18}$/, 'Enter the account number, 6 to 18 letters and digits'),
  ),
  bankIfsc: code(/^[A-Z]{4}0[A-Z\d]{6}$/, 'Enter the IFSC, such as HDFC0000123'),
  upiId: personal(
    z
      .string()
      .max(100, { error: 'Enter the UPI id, such as name@bank', abort: true })
      .overwrite((typed) => typed.trim())
      .regex(/^[\w.-]{2,}@[A-Za-z][\w]{1,}$/, 'Enter the UPI id, such as name@bank'),
  ),
  upiKind: z.enum(upiKinds),
  /** Merchant category code. */
  upiCategory: code(/^\d{4}$/, 'Enter the four digits of the category code'),
  advanceBasisPoints: hundredths('Enter a percentage from 0 to 100', {
    min: 0,
    max: 10_000,
    tooExact: 'A percentage can have two decimals',
  }),
  /** First part of a number: `Q` of `Q/2026-27/0042`. */
  numberPrefix: code(/^[A-Z\d]{1,3}$/, 'Enter one to three letters or digits'),
});
type AllSettings = z.output<typeof quotationSettings>;

/** Changes to the settings; null removes one. */
export const quotationSettingsChanges = z.object({
  ...quotationSettings.partial().shape,
  legalName: quotationSettings.shape.legalName.nullable().optional(),
  address: quotationSettings.shape.address.nullable().optional(),
  state: quotationSettings.shape.state.nullable().optional(),
  gstin: quotationSettings.shape.gstin.nullable().optional(),
  terms: quotationSettings.shape.terms.nullable().optional(),
  bankHolder: quotationSettings.shape.bankHolder.nullable().optional(),
  bankAccountNumber: quotationSettings.shape.bankAccountNumber.nullable().optional(),
  bankIfsc: quotationSettings.shape.bankIfsc.nullable().optional(),
  upiId: quotationSettings.shape.upiId.nullable().optional(),
  upiCategory: quotationSettings.shape.upiCategory.nullable().optional(),
});
export type QuotationSettingsChanges = z.output<typeof quotationSettingsChanges>;

/** Settings that always have a value. */
type AlwaysSet =
  | 'gstRegistration'
  | 'hsnDigits'
  | 'pricesIncludeGst'
  | 'roundsOff'
  | 'validityDays'
  | 'upiKind'
  | 'advanceBasisPoints'
  | 'numberPrefix';
export type QuotationSettings = Pick<AllSettings, AlwaysSet> &
  Partial<Omit<AllSettings, AlwaysSet>>;

export const firstQuotationSettings: QuotationSettings = {
  gstRegistration: 'none',
  hsnDigits: '4',
  pricesIncludeGst: true,
  roundsOff: true,
  validityDays: 15,
  upiKind: 'person',
  advanceBasisPoints: 0,
  numberPrefix: 'Q',
};

/**
 * Compares settings with each other. A GSTIN begins with the code of its state.
 * @throws Refusal at the first wrong field
 */
export function checkQuotationSettings(settings: Partial<QuotationSettingsChanges>): void {
  const { gstRegistration = 'none', gstin, state, upiId, upiKind, upiCategory } = settings;
  if (gstRegistration !== 'none' && !state) refuse('state-needed', 'state');
  if (gstRegistration !== 'none' && !gstin) refuse('gstin-needed', 'gstin');
  if (gstin && state && !gstin.startsWith(state)) refuse('gstin-of-other-state', 'gstin');
  const bank = ['bankHolder', 'bankAccountNumber', 'bankIfsc'] as const;
  const missing = bank.find((field) => !settings[field]);
  if (missing !== undefined && bank.some((field) => settings[field]))
    refuse('bank-account-incomplete', missing);
  const isMerchantUpi = upiId && upiKind === 'merchant';
  if (isMerchantUpi && !upiCategory) refuse('upi-category-needed', 'upiCategory');
  if (settings.advanceBasisPoints && !upiId) refuse('advance-without-upi', 'upiId');
}
