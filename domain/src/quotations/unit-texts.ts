import { texts } from '../kernel/texts/texts.js';
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
