import { type ShareEvent, shareEvents } from '#domain/catalogue/share.commands.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** Shared item. The recipient stays sealed in the log, because no query needs it. */
export type ShareDocument = { readonly organizationId: string; readonly itemId: string };

/** Number of shares by item id. */
export const shares: PerStream<ShareEvent, ShareDocument> = {
  name: 'shares',
  version: 1,
  events: shareEvents,
  indexes: [],
  fold: (_, event) => ({
    organizationId: event.metadata.organizationId,
    itemId: sharedItem(event),
  }),
  counts: ({ itemId }) => [{ key: itemId, amounts: { shares: 1 } }],
};

function sharedItem(event: ShareEvent): string {
  switch (event.type) {
    case 'ProductShared':
      return event.data.productId;
    case 'PackageShared':
      return event.data.packageId;
    case 'OfferShared':
      return event.data.offerId;
  }
}
