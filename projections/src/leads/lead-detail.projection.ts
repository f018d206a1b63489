import type { LeadDetails } from '#domain/leads/lead.commands.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { edited } from '#domain/kernel/equality.js';
import type { Quotation } from '#domain/leads/lead.views.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/projection-running/projection.js';
import { type LeadCard, cardAfter } from './lead-card.js';

/** The card, header and gallery of one lead. */
export type LeadDetailDocument = LeadCard &
  Pick<LeadDetails, 'landmark' | 'place'> & {
    /** Files, oldest first: the lead's own, and then those of its notes and visits. */
    readonly photos: readonly string[];
    /** How many of the photos are the lead's own, which an edit replaces. */
    readonly ownPhotos: number;
    readonly quotations: readonly Quotation[];
    readonly lostReason?: string;
    /** Once it was converted, for ever. */
    readonly customerId?: string;
  };

export const leadDetail: PerStream<LeadEvent, LeadDetailDocument> = {
  name: 'lead-detail',
  version: 3,
  events: leadEvents,
  begins: 'LeadCreated',
  indexes: [],
  audience: (lead) => lead.assignedTo,
  room: (lead) => `lead:${lead.leadId}`,
  fold(lead, event) {
    const card = cardAfter(lead, event);
    if (event.type === 'LeadCreated') {
      const { landmark, place, photoFileIds = [] } = event.data;
      return { ...card!, landmark, place, photos: photoFileIds, ownPhotos: photoFileIds.length, quotations: [] };
    }
    return lead && card && { ...lead, ...withoutGone(lead, card), ...changesBy(lead, event) };
  },
};

/** What a card has no more must not come back from the detail that it is laid over. */
const withoutGone = (lead: LeadDetailDocument, card: LeadCard): LeadCard => ({
  ...card,
  siteName: card.siteName,
  nextFollowUpOn: card.nextFollowUpOn,
  lastVisitPlace: card.lastVisitPlace,
});

function changesBy(lead: LeadDetailDocument, event: RecordedEvent<LeadEvent>): Partial<LeadDetailDocument> {
  switch (event.type) {
    case 'LeadEdited': {
      const { landmark, place, photoFileIds } = event.data.changes;
      const { landmark: l, place: p } = edited({ landmark: lead.landmark, place: lead.place }, { landmark, place });
      const photos = photoFileIds && { photos: [...photoFileIds, ...lead.photos.slice(lead.ownPhotos)], ownPhotos: photoFileIds.length };
      return { landmark: landmark === undefined ? lead.landmark : l, place: place === undefined ? lead.place : p, ...photos };
    }
    case 'LeadStatusChanged':
      return { lostReason: undefined };
    case 'LeadConverted':
      return { lostReason: undefined, customerId: lead.leadId };
    case 'LeadLost':
      return { lostReason: event.data.reason };
    case 'NoteAdded':
    case 'VisitRecorded':
      return { photos: [...lead.photos, ...(event.data.photoFileIds ?? [])] };
    case 'QuotationUploaded':
      return { quotations: [...lead.quotations, { ...event.data, status: 'Sent', createdAt: event.metadata.at }] };
    default:
      return {};
  }
}
