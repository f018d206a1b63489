import type { LeadDetails } from '#domain/leads/lead.commands.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { applyChanges } from '#domain/kernel/equality.js';
import type { Quotation } from '#domain/leads/lead.views.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { type LeadCard, applyToCard, createCard } from './lead-card.js';

/** Card, header and gallery of one lead. */
export type LeadDetailDocument = LeadCard &
  Pick<LeadDetails, 'landmark' | 'place'> & {
    /** Files, oldest first: the lead's own, then those of notes and visits. */
    readonly photos: readonly string[];
    /** Number of the lead's own photos, which an edit replaces. */
    readonly ownPhotos: number;
    readonly quotations: readonly Quotation[];
    readonly lostReason?: string;
    /** Set by the first conversion, and never removed. */
    readonly customerId?: string;
  };

export const leadDetail: PerStream<LeadEvent, LeadDetailDocument> = {
  name: 'lead-detail',
  version: 5,
  events: leadEvents,
  firstEvent: 'LeadCreated',
  indexes: [],
  audience: (lead) => lead.assignedTo,
  room: (lead) => `lead:${lead.leadId}`,
  fold(lead, event) {
    if (event.type === 'LeadCreated') {
      const { landmark, place, photoFileIds = [] } = event.data;
      return {
        ...createCard(event),
        ...(landmark !== undefined && { landmark }),
        ...(place && { place }),
        photos: photoFileIds,
        ownPhotos: photoFileIds.length,
        quotations: [],
      };
    }
    const withCard = lead && applyToCard(lead, event);
    return withCard && applyToDetail(withCard, lead, event);
  },
};

/** Folds the fields of the detail that are not on the card. */
function applyToDetail(
  withCard: LeadDetailDocument,
  lead: LeadDetailDocument,
  event: Exclude<RecordedEvent<LeadEvent>, { type: 'LeadCreated' }>,
): LeadDetailDocument {
  switch (event.type) {
    case 'LeadEdited': {
      const { landmark, place, photoFileIds } = event.data.changes;
      const photos = photoFileIds && {
        photos: [...photoFileIds, ...lead.photos.slice(lead.ownPhotos)],
        ownPhotos: photoFileIds.length,
      };
      const placeChanges = {
        ...(landmark !== undefined && { landmark }),
        ...(place !== undefined && { place }),
      };
      return applyChanges<LeadDetailDocument>({ ...withCard, ...photos }, placeChanges);
    }
    case 'LeadStatusChanged':
      return withoutReason(withCard);
    case 'LeadConverted':
      return { ...withoutReason(withCard), customerId: lead.leadId };
    case 'LeadLost':
      return { ...withCard, lostReason: event.data.reason };
    case 'NoteAdded':
    case 'VisitRecorded': {
      const { photoFileIds } = event.data;
      return photoFileIds?.length
        ? { ...withCard, photos: [...lead.photos, ...photoFileIds] }
        : withCard;
    }
    case 'QuotationUploaded':
      return {
        ...withCard,
        quotations: [
          ...lead.quotations,
          { ...event.data, status: 'Sent', createdAt: event.metadata.at },
        ],
      };
    case 'QuotationStepped':
      return { ...withCard, quotations: withStep(lead.quotations, event) };
    default:
      return withCard;
  }
}

/** Quotations after a step of a built one. A discarded one is removed; a view changes nothing. */
function withStep(
  quotations: readonly Quotation[],
  {
    data: { quotationId, step, number, totalPaise = 0 },
    metadata,
  }: Extract<RecordedEvent<LeadEvent>, { type: 'QuotationStepped' }>,
): readonly Quotation[] {
  const others = quotations.filter((each) => each.quotationId !== quotationId);
  if (step === 'Discarded') return others;
  const earlier = quotations.find((each) => each.quotationId === quotationId);
  if (step === 'Viewed' && earlier?.status !== 'Sent') return quotations;
  const changed: Quotation = {
    quotationId,
    amountPaise: totalPaise,
    status: step,
    ...(number !== undefined && { number }),
    isBuilt: true,
    createdAt: earlier?.createdAt ?? metadata.at,
  };
  return earlier
    ? quotations.map((each) => (each === earlier ? changed : each))
    : [...quotations, changed];
}

function withoutReason(lead: LeadDetailDocument): LeadDetailDocument {
  if (lead.lostReason === undefined) return lead;
  const { lostReason: _, ...rest } = lead;
  return rest;
}
