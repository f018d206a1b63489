import { t } from '@lingui/core/macro';
import { percentOf } from '#domain/catalogue/totals.js';
import { plainMoney } from '../ui/format.js';
import { i18n } from '../words/i18n.js';
import { type CatalogueItem, unitNames } from './items.js';

/** Where a customer sees a product or a package. */
export const publicLink = ({ kind, id }: Pick<CatalogueItem, 'kind' | 'id'>): string => `${location.origin}/${kind}s/${id}/share`;

/** What is sent of a product or a package: name, description, prices, savings and the link. */
export function itemText(item: CatalogueItem): string {
  const { title, description, price } = item;
  const { livePricePaise = 0, mrpPaise = 0, unit } = price ?? {};
  const saved = mrpPaise - livePricePaise;
  const percent = percentOf(saved, mrpPaise);
  return [
    `*${title}*`,
    description,
    '',
    unit ? t`Price: ${plainMoney(livePricePaise)} per ${i18n._(unitNames[unit])}` : t`Price: ${plainMoney(livePricePaise)}`,
    t`MRP: ${plainMoney(mrpPaise)}`,
    ...(saved > 0 ? [percent > 0 ? t`You save: ${plainMoney(saved)} (${percent.toFixed(1)}% off)` : t`You save: ${plainMoney(saved)}`] : []),
    '',
    publicLink(item),
    '',
    t`Powered by Fieldtrace`,
  ].join('\n');
}

/** What is sent of an offer: its file is behind the link. */
export const offerText = ({ title, description }: CatalogueItem, link: string, organization = t`Our Team`): string =>
  [`*${title}*`, description, '', link, '', organization].join('\n');
