import { z } from 'zod';
import { checkErasure, erasureEvent, erasureRequest } from '../kernel/values/erasure.js';
import { phone } from '../kernel/values/phone-number.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  type EventDefinitions,
  type EventsIn,
  id,
  personal,
} from '../kernel/schema.js';
import { itemShareMethods, offerShareMethods } from './catalogue.values.js';

/** Phone number of the recipient, if entered. */
const to = personal(phone).optional();
const productShare = z.object({ productId: id, method: z.enum(itemShareMethods), to });
const packageShare = z.object({ packageId: id, method: z.enum(itemShareMethods), to });
const offerShare = z.object({ offerId: id, method: z.enum(offerShareMethods), to });

/** Each share has its own stream, so that many members can share at once. */
export const shareCommands = {
  ShareProduct: {
    may: 'member',
    data: z.strictObject({ shareId: id, ...productShare.shape }),
    refersTo: { productId: 'product' },
  },
  SharePackage: {
    may: 'member',
    data: z.strictObject({ shareId: id, ...packageShare.shape }),
    refersTo: { packageId: 'package' },
  },
  ShareOffer: {
    may: 'member',
    data: z.strictObject({ shareId: id, ...offerShare.shape }),
    refersTo: { offerId: 'offer' },
  },
  /** Erases the recipient's number. */
  EraseShare: {
    may: ['admin'],
    data: z.strictObject({ shareId: id, ...erasureRequest }),
    check: checkErasure,
    recordsRefusals: true,
  },
} as const satisfies CommandDefinitions;
export type ShareCommand = CommandsIn<typeof shareCommands>;

export const shareEvents = {
  ProductShared: productShare,
  PackageShared: packageShare,
  OfferShared: offerShare,
  ShareErased: erasureEvent,
} as const satisfies EventDefinitions;
export type ShareEvent = EventsIn<typeof shareEvents>;
