import { t } from '@lingui/core/macro';
import { computePercent } from '#domain/catalogue/totals.js';
import { plainMoney } from '../../ui/display/format.js';
import { i18n } from '../../words/i18n.js';
import { unitNames } from '../../kit/texts/unit-names.js';
import type { CatalogueItem } from '../items.js';

/** Public address of a product or package. */
export const publicLink = ({ kind, id }: Pick<CatalogueItem, 'kind' | 'id'>): string =>
  `${location.origin}/${kind}s/${id}/share`;

/** Text of a shared product or package: name, description, prices, savings and link. */
export function itemShareText(item: CatalogueItem, link: string): string {
  const { title, description, price } = item;
  const { livePricePaise = 0, mrpPaise = 0, unit } = price ?? {};
  const savings = savingsText(mrpPaise - livePricePaise, mrpPaise);
  return [
    `*${title}*`,
    description,
    '',
    unit
      ? t`Price: ${plainMoney(livePricePaise)} per ${i18n._(unitNames[unit])}`
      : t`Price: ${plainMoney(livePricePaise)}`,
    t`MRP: ${plainMoney(mrpPaise)}`,
    ...(savings === undefined ? [] : [savings]),
    '',
    link,
    '',
    t`Powered by Fieldtrace`,
  ].join('\n');
}

/** Savings of a customer, in money and percent; undefined if there are none. */
function savingsText(savedPaise: number, mrpPaise: number): string | undefined {
  if (savedPaise <= 0) return undefined;
  const percent = computePercent(savedPaise, mrpPaise);
  return percent > 0
    ? t`You save: ${plainMoney(savedPaise)} (${percent.toFixed(1)}% off)`
    : t`You save: ${plainMoney(savedPaise)}`;
}

/** Text of a shared offer, with a link to its file. */
export const offerText = (
  { title, description }: CatalogueItem,
  link: string,
  organization = t`Our Team`,
): string => [`*${title}*`, description, '', link, '', organization].join('\n');
