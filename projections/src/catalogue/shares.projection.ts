import { type ShareEvent, shareEvents } from '#domain/catalogue/share.commands.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** Shared item. The recipient stays sealed in the log, because no query needs it. */
export type ShareDocument = { readonly organizationId: string; readonly itemId: string };

/** An erased share counts as before. */
const { ShareErased: _, ...events } = shareEvents;
type Shared = Exclude<ShareEvent, { type: 'ShareErased' }>;

/** Number of shares by item id. */
export const shares: PerStream<Shared, ShareDocument> = {
  name: 'shares',
  version: 1,
  events,
  indexes: [],
  fold: (_, event) => ({
    organizationId: event.metadata.organizationId,
    itemId: sharedItem(event),
  }),
  counts: ({ itemId }) => [{ key: itemId, amounts: { shares: 1 } }],
};

function sharedItem(event: Shared): string {
  switch (event.type) {
    case 'ProductShared':
      return event.data.productId;
    case 'PackageShared':
      return event.data.packageId;
    case 'OfferShared':
      return event.data.offerId;
  }
}
