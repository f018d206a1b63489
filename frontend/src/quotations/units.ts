import { msg } from '@lingui/core/macro';
import type { QuotationUnit } from '#domain/quotations/quotation.values.js';
import { unitNames } from '../kit/texts/unit-names.js';
import { i18n, type Names } from '../words/i18n.js';

/** Names of units of goods and of work. */
const quotationUnitNames: Names<QuotationUnit> = {
  ...unitNames,
  set: msg`set`,
  watt: msg`watt`,
  kilowatt: msg`kilowatt`,
  hour: msg`hour`,
  day: msg`day`,
  job: msg`job`,
};
export const unitName = (unit: QuotationUnit): string => i18n._(quotationUnitNames[unit]);
