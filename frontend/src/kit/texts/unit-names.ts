import { msg } from '@lingui/core/macro';
import type { Unit } from '#domain/catalogue/catalogue.values.js';
import type { QuotationUnit } from '#domain/quotations/quotation.values.js';
import { i18n, type Names } from '../../words/i18n.js';

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
