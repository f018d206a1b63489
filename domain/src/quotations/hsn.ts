import { z } from 'zod';
import { plainCode } from '../kernel/texts/text-folding.js';

const wrongHsn = 'HSN must have 4, 6 or 8 digits';

/** HSN of goods or SAC of services. */
export const hsn = z
  .string()
  .max(60, { error: wrongHsn, abort: true })
  .overwrite((typed) => plainCode(typed).replaceAll('.', ''))
  .regex(/^\d{4}(?:\d{2}){0,2}$/, wrongHsn);
