import { z } from 'zod';
import { plainCode } from '../kernel/texts/text-folding.js';

const wrongHsn = 'HSN must have 4, 6 or 8 digits';

/** HSN of goods or SAC of services. */
export const hsn = z
  .string()
  .max(60, { error: wrongHsn, abort: true })
  .overwrite((typed) => plainCode(typed).replaceAll('.', ''))
  .regex(/^\d{4}(?:\d{2}){0,2}$/, wrongHsn);

/** Digits that an organization's turnover demands on its documents. */
export const hsnDigits = ['4', '6'] as const;
export type HsnDigits = (typeof hsnDigits)[number];

/** HSN as documents print it: cut to the organization's digits, which older versions lack. */
export const printedHsn = (code: string, digits: HsnDigits | undefined): string =>
  digits === undefined ? code : code.slice(0, Number(digits));
