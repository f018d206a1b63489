import { msg } from '@lingui/core/macro';
import type { QuotationUnit } from '#domain/quotations/quotation.values.js';
import { quotationUnitNames } from '../kit/texts/unit-names.js';
import { i18n, type Names } from '../words/i18n.js';

export const unitName = (unit: QuotationUnit): string => i18n._(quotationUnitNames[unit]);

/** Units whose names are long, as they are written after a price: `₹144.53/sq ft`. */
const shortUnitNames: Partial<Names<QuotationUnit>> = {
  'square feet': msg`sq ft`,
  'square meter': msg`sq m`,
  'cubic feet': msg`cu ft`,
  'cubic meter': msg`cu m`,
};
export const shortUnitName = (unit: QuotationUnit): string =>
  i18n._(shortUnitNames[unit] ?? quotationUnitNames[unit]);
