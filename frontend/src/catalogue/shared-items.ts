import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { type FrequentRecords, frequentRecords } from '../kit/records/frequent-records.js';

/**
 * How often and when this account shared each item on this device. Lists show the most used and the
 * recent ones first.
 */
export const sharedItems: Readonly<Record<ItemKind, FrequentRecords>> = {
  product: frequentRecords('shared-products'),
  package: frequentRecords('shared-packages'),
  offer: frequentRecords('shared-offers'),
};
