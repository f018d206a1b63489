import { z } from 'zod';
import { plainCode } from '../texts/text-folding.js';

/**
 * Forms of a GST number, as the GST Network's API specification has them (developer.gst.gov.in,
 * Taxpayer APIs, Returns). The rules are those of the CGST Rules, 2017: 10 (ordinary), 12 (TDS,
 * TCS), 13 (non-residents), 14 (online services from abroad), 17 (UIN).
 */
const forms = {
  /**
   * State, PAN or TAN, registration of that holder in the state, kind (`Z`; `D` deducts tax, `C`
   * collects it), check digit.
   */
  ofTaxPayer: /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z][A-Z1-9][A-Z\d]$/,
  ofGovernment: /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ\d$/,
  /**
   * UN bodies (`UN`) and other notified persons such as embassies (`ON`): state, year, country or
   * body, serial number.
   */
  ofUnBody: /^\d{4}[A-Z]{3}\d{5}[UO]N[A-Z\d]$/,
  ofNonResident: /^\d{4}[A-Z]{3}\d{5}NR[A-Z\d]$/,
  ofServiceFromAbroad: /^99\d{2}[A-Z]{3}\d{5}OS[A-Z\d]$/,
};
const OTHER_TERRITORY = '97';
/** Centre jurisdiction: only of those who have no state, because they are abroad. */
const CENTRE = '99';
/**
 * Jammu and Kashmir is 01, Ladakh 38. 25 and 28 are of numbers from before two territories were
 * joined and one state was parted.
 */
const MOST_STATES = 38;

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const hasForm = (number: string): boolean => Object.values(forms).some((form) => form.test(number));

function hasState(number: string): boolean {
  const code = number.slice(0, 2);
  if (code === CENTRE)
    return forms.ofServiceFromAbroad.test(number) || forms.ofNonResident.test(number);
  return code === OTHER_TERRITORY || (Number(code) >= 1 && Number(code) <= MOST_STATES);
}

/** Luhn's check over 36 signs, which the GST Network uses for every form. */
function hasItsCheckDigit(number: string): boolean {
  const values = [...number].map((sign) => signs.indexOf(sign));
  const check = values.pop();
  const sum = values.reduce((total, value, place) => {
    const product = value * (place % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / signs.length) + (product % signs.length);
  }, 0);
  return check === (signs.length - (sum % signs.length)) % signs.length;
}

/** Label before the number, as invoices print it: `GSTIN:`, `GST No.`, `GSTIN/UIN:`. */
const label = /^(?:GSTIN|GST|UIN)(?:\/UIN)?(?:NO|NUMBER)?[.:#]*/;
const ofOtherForm = 'Enter the 15 letters and digits of the GST number';

/**
 * `27AAPFU0939F1ZV`, however it was spaced, in digits of any script and in small letters or
 * capitals.
 */
export const gstNumber = z
  .string()
  .max(60, { error: ofOtherForm, abort: true })
  .overwrite((typed) =>
    plainCode(typed)
      .toUpperCase()
      .replace(label, '')
      .replace(/[.,;]+$/, ''),
  )
  .refine(hasForm, { error: ofOtherForm, abort: true })
  .refine(hasItsCheckDigit, {
    error: 'This is not a valid GST number. Compare it with the certificate',
    abort: true,
  })
  .refine(hasState, {
    error: ({ input }) =>
      `No state has the code ${String(input).slice(0, 2)}. Compare the number with the certificate`,
  });
