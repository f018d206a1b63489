import { msg } from '@lingui/core/macro';
import type { QuotationUnit } from '#domain/quotations/quotation.values.js';
import { i18n, type Names } from '../words/i18n.js';

/** Names of units of goods and of work. */
const quotationUnitNames: Names<QuotationUnit> = {
  piece: msg`piece`,
  kg: msg`kg`,
  gram: msg`gram`,
  liter: msg`liter`,
  meter: msg`meter`,
  feet: msg`feet`,
  inch: msg`inch`,
  'square feet': msg`square feet`,
  'square meter': msg`square meter`,
  'cubic feet': msg`cubic feet`,
  'cubic meter': msg`cubic meter`,
  box: msg`box`,
  packet: msg`packet`,
  bundle: msg`bundle`,
  set: msg`set`,
  watt: msg`watt`,
  kilowatt: msg`kilowatt`,
  hour: msg`hour`,
  day: msg`day`,
  job: msg`job`,
};
export const unitName = (unit: QuotationUnit): string => i18n._(quotationUnitNames[unit]);
