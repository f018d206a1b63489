import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type QuotationEvent, quotationEvents } from '#domain/quotations/quotation.events.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { isErasure } from '#platform/sealing/platform-events.js';

/** Quotation of a link that customers have. */
export type QuotationLink = {
  /** Empty: a link is looked up by its token alone. */
  readonly organizationId: '';
  readonly linkToken: string;
  readonly owner: string;
  readonly quotationId: string;
};

const { QuotationPdfMade, QuotationLinkRevoked, QuotationClosed, QuotationErased } =
  quotationEvents;
const events = { QuotationPdfMade, QuotationLinkRevoked, QuotationClosed, QuotationErased };

/** Links by their tokens. A revoked link is missing, like one that never existed. */
export const quotationLinks: PerStream<
  MessageNamed<QuotationEvent, keyof typeof events>,
  QuotationLink
> = {
  name: 'quotation-links',
  version: 1,
  events,
  revealingEvents: ['QuotationPdfMade'],
  indexes: [{ equal: ['organizationId', 'linkToken'], sort: ['quotationId'] }],
  silent: true,
  fold(link, event) {
    if (isErasure(event) || event.type !== 'QuotationPdfMade') return undefined;
    const { linkToken } = event.data;
    return linkToken === undefined
      ? link
      : {
          organizationId: '',
          linkToken,
          owner: event.metadata.organizationId,
          quotationId: parseStream(event.stream).id,
        };
  },
};
