import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { type FrequentRecords, frequentRecords } from '../kit/records/frequent-records.js';

/** Items that this account shared on this device. */
export const sharedItems: Readonly<Record<ItemKind, FrequentRecords>> = {
  product: frequentRecords('shared-products'),
  package: frequentRecords('shared-packages'),
  offer: frequentRecords('shared-offers'),
};
