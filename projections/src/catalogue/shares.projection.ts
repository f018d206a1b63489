import { type ShareEvent, shareEvents } from '#domain/catalogue/share.commands.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

/** Share of an item. The recipient stays sealed in the log, because no query needs it. */
export type ShareDocument = {
  readonly organizationId: string;
  readonly shareId: string;
  readonly itemId: string;
  /** Member who shared it. */
  readonly by: string;
};
/** Shares of a stream: one, or all of a lead. */
type Shares = { readonly shares: Readonly<Record<string, ShareDocument>> };

/** An erased share counts as before. */
const { ShareErased: _, ...events } = shareEvents;
type Shared = Exclude<ShareEvent, { type: 'ShareErased' }> | MessageNamed<LeadEvent, 'ItemShared'>;

export const BY_SHARE = ['shareId'] as const;

/** Shares by their id, and their number by item id. */
export const shares: PerStream<Shared, Shares, ShareDocument> = {
  name: 'shares',
  version: 2,
  events: { ...events, ItemShared: leadEvents.ItemShared },
  indexes: [{ equal: ['organizationId'], sort: BY_SHARE }],
  filters: ['shareId'],
  fold(before, event) {
    const { organizationId, actorId: by } = event.metadata;
    const shareId = event.type === 'ItemShared' ? event.data.shareId : parseStream(event.stream).id;
    const shared = { organizationId, shareId, itemId: findItemId(event), by };
    // The only share of its stream is the stream's own document.
    const part = event.type === 'ItemShared' ? shareId : '';
    return { shares: { ...before?.shares, [part]: shared } };
  },
  documents: (state) => state.shares,
  counts: (state) =>
    [...countShares(state.shares)].map(([key, times]) => ({ key, amounts: { shares: times } })),
};

function countShares(sharesById: Shares['shares']): ReadonlyMap<string, number> {
  const countByItem = new Map<string, number>();
  for (const { itemId } of Object.values(sharesById))
    countByItem.set(itemId, (countByItem.get(itemId) ?? 0) + 1);
  return countByItem;
}

function findItemId(event: Shared): string {
  switch (event.type) {
    case 'ProductShared':
      return event.data.productId;
    case 'PackageShared':
      return event.data.packageId;
    case 'OfferShared':
      return event.data.offerId;
    case 'ItemShared':
      return event.data.productId ?? event.data.packageId ?? event.data.offerId ?? '';
  }
}
