import { msg } from '@lingui/core/macro';
import type { Unit } from '#domain/catalogue/catalogue.values.js';
import type { QuotationUnit } from '#domain/quotations/quotation.values.js';
import type { Names } from '../../words/i18n.js';

/** Names of the units in which products are sold. */
export const unitNames: Names<Unit> = {
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
};

/** Names of units of goods and of work. */
export const quotationUnitNames: Names<QuotationUnit> = {
  ...unitNames,
  set: msg`set`,
  watt: msg`watt`,
  kilowatt: msg`kilowatt`,
  hour: msg`hour`,
  day: msg`day`,
  job: msg`job`,
};
