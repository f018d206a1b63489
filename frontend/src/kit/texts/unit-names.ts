import { msg } from '@lingui/core/macro';
import type { Unit } from '#domain/catalogue/catalogue.values.js';
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
