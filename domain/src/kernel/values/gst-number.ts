import { z } from 'zod';
import { plainCode } from '../texts/text-folding.js';

/**
 * Forms of a GST number by the GST Network's API specification (developer.gst.gov.in, Taxpayer
 * APIs, Returns). CGST Rules, 2017: 10 (ordinary), 12 (TDS, TCS), 13 (non-residents), 14 (foreign
 * online services), 17 (UIN).
 */
const forms = {
  /**
   * State, PAN or TAN, number of the registration, kind (`Z`; `D` deducts tax, `C` collects it),
   * check digit.
   */
  taxPayer: /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z][A-Z1-9][A-Z\d]$/,
  government: /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ\d$/,
  /**
   * UN bodies (`UN`) and other notified persons such as embassies (`ON`): state, year, country or
   * body, serial number.
   */
  unBody: /^\d{4}[A-Z]{3}\d{5}[UO]N[A-Z\d]$/,
  nonResident: /^\d{4}[A-Z]{3}\d{5}NR[A-Z\d]$/,
  serviceFromAbroad: /^99\d{2}[A-Z]{3}\d{5}OS[A-Z\d]$/,
};
const OTHER_TERRITORY = '97';
/** Centre jurisdiction, the state code of foreign taxpayers. */
const CENTRE = '99';
/**
 * Highest state code. Codes 25 and 28 were used before territories merged and a state was divided.
 */
const MAX_STATE_CODE = 38;

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const hasForm = (number: string): boolean => Object.values(forms).some((form) => form.test(number));

function hasState(number: string): boolean {
  const code = number.slice(0, 2);
  if (code === CENTRE)
    return forms.serviceFromAbroad.test(number) || forms.nonResident.test(number);
  return code === OTHER_TERRITORY || (Number(code) >= 1 && Number(code) <= MAX_STATE_CODE);
}

/** Luhn check in base 36, used by the GST Network for every form. */
function hasValidCheckDigit(number: string): boolean {
  const values = [...number].map((character) => characters.indexOf(character));
  const check = values.pop();
  const sum = values.reduce((total, value, index) => {
    const product = value * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / characters.length) + (product % characters.length);
  }, 0);
  return check === (characters.length - (sum % characters.length)) % characters.length;
}

/** Label before the number, as invoices print it: `GSTIN:`, `GST No.`, `GSTIN/UIN:`. */
const label = /^(?:GSTIN|GST|UIN)(?:\/UIN)?(?:NO|NUMBER)?[.:#]*/;
const wrongFormMessage = 'Enter the 15 letters and digits of the GST number';

/** GST number such as `27AAPFU0939F1ZV`, with any spacing, digits of any script, and any case. */
export const gstNumber = z
  .string()
  .max(60, { error: wrongFormMessage, abort: true })
  .overwrite((typed) =>
    plainCode(typed)
      .toUpperCase()
      .replace(label, '')
      .replace(/[.,;]+$/, ''),
  )
  .refine(hasForm, { error: wrongFormMessage, abort: true })
  .refine(hasValidCheckDigit, {
    error: 'This is not a valid GST number. Compare it with the certificate',
    abort: true,
  })
  .refine(hasState, {
    error: ({ input }) =>
      `No state has the code ${String(input).slice(0, 2)}. Compare the number with the certificate`,
  });
