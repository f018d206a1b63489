import { z } from 'zod';

/** Number of the state, number of the tax payer (PAN), their how manieth registration there, kind of it, check digit. */
const form = /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z][A-Z][A-Z\d]$/;
const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Luhn's check over 36 signs, as India's GST Network numbers who pays the goods and services tax. */
function hasItsCheckDigit(number: string): boolean {
  const values = [...number].map((sign) => signs.indexOf(sign));
  const check = values.pop();
  const sum = values.reduce((total, value, place) => {
    const product = value * (place % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / signs.length) + (product % signs.length);
  }, 0);
  return check === (signs.length - (sum % signs.length)) % signs.length;
}

const ofOtherForm = 'Enter the 15 letters and digits of the GST number';

/** `27AAPFU0939F1ZV`, however it was spaced and in small letters or capitals. */
export const gstNumber = z
  .string()
  .max(40, ofOtherForm)
  .overwrite((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .regex(form, { error: ofOtherForm, abort: true })
  .refine(hasItsCheckDigit, 'This is not a valid GST number. Compare it with the certificate');
