import { z } from 'zod';
import { type EventDefinitions, type EventsIn } from '../kernel/schema.js';
import {
  offerChanges,
  offerDetails,
  packageChanges,
  packageDetails,
  productChanges,
  productDetails,
} from './catalogue.commands.js';

/** Active by default. Catalogue data are public and not personal. */
const isActive = z.boolean().optional();
const noData = z.object({});

export const productEvents = {
  ProductAdded: z.object({ ...productDetails.shape, isActive }),
  ProductEdited: z.object({ changes: productChanges }),
  ProductActivated: noData,
  ProductDeactivated: noData,
  ProductDeleted: noData,
} as const satisfies EventDefinitions;
export type ProductEvent = EventsIn<typeof productEvents>;

export const packageEvents = {
  PackageAdded: z.object({ ...packageDetails.shape, isActive }),
  PackageEdited: z.object({ changes: packageChanges }),
  PackageActivated: noData,
  PackageDeactivated: noData,
  PackageDeleted: noData,
} as const satisfies EventDefinitions;
export type PackageEvent = EventsIn<typeof packageEvents>;

export const offerEvents = {
  OfferAdded: z.object({ ...offerDetails.shape, isActive }),
  OfferEdited: z.object({ changes: offerChanges }),
  OfferActivated: noData,
  OfferDeactivated: noData,
  OfferDeleted: noData,
} as const satisfies EventDefinitions;
export type OfferEvent = EventsIn<typeof offerEvents>;
