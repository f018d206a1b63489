import { texts } from '../kernel/texts/texts.js';
import { quantityText } from './document-texts.js';
import type { QuotationUnit } from './quotation.values.js';

/** Names of units in documents and on public pages. */
export const unitText = texts({
  piece: 'piece',
  kg: 'kg',
  gram: 'gram',
  liter: 'liter',
  meter: 'meter',
  feet: 'feet',
  inch: 'inch',
  'square feet': 'square feet',
  'square meter': 'square meter',
  'cubic feet': 'cubic feet',
  'cubic meter': 'cubic meter',
  box: 'box',
  packet: 'packet',
  bundle: 'bundle',
  set: 'set',
  watt: 'watt',
  kilowatt: 'kilowatt',
  hour: 'hour',
  day: 'day',
  job: 'job',
} satisfies Readonly<Record<QuotationUnit, string>>);

/** Names of units after a quantity other than one. */
const pluralUnitText = texts({
  piece: 'pieces',
  kg: 'kg',
  gram: 'grams',
  liter: 'liters',
  meter: 'meters',
  feet: 'feet',
  inch: 'inches',
  'square feet': 'square feet',
  'square meter': 'square meters',
  'cubic feet': 'cubic feet',
  'cubic meter': 'cubic meters',
  box: 'boxes',
  packet: 'packets',
  bundle: 'bundles',
  set: 'sets',
  watt: 'watts',
  kilowatt: 'kilowatts',
  hour: 'hours',
  day: 'days',
  job: 'jobs',
} satisfies Readonly<Record<QuotationUnit, string>>);

/** Quantity with its unit, `22 pieces`. */
export function unitQuantityText(
  language: string,
  thousandths: number,
  unit: QuotationUnit,
): string {
  const isOne = new Intl.PluralRules(language).select(thousandths / 1_000) === 'one';
  return `${quantityText(thousandths)} ${(isOne ? unitText : pluralUnitText)(language, unit)}`;
}
