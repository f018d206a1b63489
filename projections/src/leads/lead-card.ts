import type { LeadStatus } from '#domain/leads/lead.values.js';
import { unreachable } from '#domain/kernel/decider.js';
import { type LeadDetails, leadDetails } from '#domain/leads/lead.commands.js';
import { type LeadItem, leadItem } from '#domain/leads/lead.views.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { applyChanges } from '#domain/kernel/equality.js';
import {
  updateStanding,
  type StandingQuotation,
  sumQuoted,
} from '#domain/leads/standing-quotations.js';
import type { Place } from '#domain/kernel/schema.js';
import { compare } from '#domain/kernel/order.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';

type OpenFollowUp = { readonly followUpId: string; readonly dueOn: string };

/** Form field that is also a field of a row. The other form fields are in the detail only. */
type CardField = keyof LeadDetails & keyof LeadItem;
const CARD_FIELDS = Object.keys(leadDetails.shape).filter(
  (field): field is CardField => field in leadItem.shape,
);

/**
 * Fields of a lead that every screen shows. The assignee is an id: views store no member's name.
 */
export type LeadCard = Pick<LeadDetails, CardField> & {
  readonly leadId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly status: LeadStatus;
  readonly assignedTo: string;
  readonly createdAt: string;
  /** Capture day in the organization's time zone, used by daily figures. */
  readonly createdOn: string;
  readonly lastActivityAt: string;
  /** Open follow-ups, earliest first. */
  readonly followUps: readonly OpenFollowUp[];
  readonly nextFollowUpOn?: string;
  readonly quotedPaise: number;
  /** Quotations whose sum is `quotedPaise`; missing if there are none. */
  readonly standing?: readonly StandingQuotation[];
  /** Place of the latest visit with a place: its name, address or coordinates. */
  readonly lastVisitPlace?: string;
  /** Start of that visit; a visit recorded later may have been earlier. */
  readonly lastVisitAt?: string;
  /** Revision of the lead's last event. */
  readonly revision: number;
};

/** Filter fields of every list of leads. */
export const LEAD_FILTERS = ['status', 'type', 'assignedTo'];

export const LEAD_SEARCH_FIELDS = ['name', 'phone', 'city', 'siteName'];

/** Folds a card, with any further fields of a view. A deleted or erased lead has none. */
export const foldCard = <Card extends LeadCard>(
  card: Card | undefined,
  event: RecordedEvent<LeadEvent>,
): Card | LeadCard | undefined =>
  event.type === 'LeadCreated' ? createCard(event) : card && applyToCard(card, event);

export function createCard({
  data,
  metadata,
  stream,
  revision,
}: Extract<RecordedEvent<LeadEvent>, { type: 'LeadCreated' }>): LeadCard {
  const { assignedTo } = data;
  const { at, on, organizationId } = metadata;
  const { id: leadId } = parseStream(stream);
  return {
    ...withName({ ...pickCardFields(data), assignedTo }),
    leadId,
    organizationId,
    status: 'New',
    createdAt: at,
    createdOn: on,
    lastActivityAt: at,
    followUps: [],
    quotedPaise: 0,
    revision,
  };
}

/**
 * Copies the card only once per event, because a rebuild spends most of its time here. A removed
 * field is missing, never undefined.
 */
export function applyToCard<Card extends LeadCard>(
  card: Card,
  event: Exclude<RecordedEvent<LeadEvent>, { type: 'LeadCreated' }>,
): Card | undefined {
  const { revision } = event;
  const lastActivityAt = event.metadata.at;
  switch (event.type) {
    case 'LeadEdited': {
      return {
        ...withName(applyChanges<LeadCard>(card, pickCardFields(event.data.changes)) as Card),
        revision,
      };
    }
    case 'LeadReassigned':
      return { ...card, assignedTo: event.data.to, revision };
    case 'LeadStatusChanged':
      return { ...card, lastActivityAt, status: event.data.to, revision };
    case 'LeadLost':
      return { ...card, lastActivityAt, status: 'Lost', revision };
    case 'NoteAdded':
    case 'ItemShared':
    case 'QuotationRequested':
      return { ...card, lastActivityAt, revision };
    case 'FollowUpScheduled': {
      const { followUpId, dueOn } = event.data;
      return withFollowUps(card, [...withoutFollowUp(card, followUpId), { followUpId, dueOn }], {
        lastActivityAt,
        revision,
      });
    }
    case 'FollowUpCompleted':
    case 'FollowUpCancelled':
      return withFollowUps(card, withoutFollowUp(card, event.data.followUpId), {
        lastActivityAt,
        revision,
      });
    case 'QuotationUploaded':
    case 'QuotationStepped': {
      const { standing: before = [], ...rest } = card;
      const standing = updateStanding(event, before);
      return {
        ...rest,
        lastActivityAt,
        quotedPaise: sumQuoted(standing),
        ...(standing.length > 0 && { standing }),
        revision,
      } as unknown as Card;
    }
    case 'VisitRecorded': {
      const { place, startedAt } = event.data;
      const isLatest = place && startedAt >= (card.lastVisitAt ?? '');
      return {
        ...card,
        lastActivityAt,
        ...(isLatest && { lastVisitPlace: placeText(place), lastVisitAt: startedAt }),
        revision,
      };
    }
    case 'LeadConverted':
      return { ...card, lastActivityAt, status: 'Converted', revision };
    case 'LeadDeleted':
    case 'PersonalDataErased':
      return undefined;
    default:
      return unreachable(event);
  }
}

const pickCardFields = <Details extends object>(details: Details) =>
  Object.fromEntries(
    CARD_FIELDS.flatMap((field) =>
      field in details ? [[field, details[field as unknown as keyof Details]]] : [],
    ),
  ) as Pick<Details, CardField & keyof Details>;

const withName = <Card extends Pick<LeadCard, 'firstName' | 'lastName'>>(card: Card) => ({
  ...card,
  name: `${card.firstName} ${card.lastName}`.trim(),
});

const placeText = ({ name, address, lat, lng }: Place): string =>
  name ?? address ?? `${lat}, ${lng}`;

const withoutFollowUp = ({ followUps }: LeadCard, followUpId: string) =>
  followUps.filter((each) => each.followUpId !== followUpId);

function withFollowUps<Card extends LeadCard>(
  card: Card,
  openFollowUps: readonly OpenFollowUp[],
  activity: Pick<LeadCard, 'lastActivityAt' | 'revision'>,
): Card {
  const followUps =
    openFollowUps.length > 1
      ? openFollowUps.toSorted((one, other) => compare(one.dueOn, other.dueOn))
      : openFollowUps;
  if (followUps[0]) return { ...card, ...activity, followUps, nextFollowUpOn: followUps[0].dueOn };
  const { nextFollowUpOn: _, ...rest } = card;
  return { ...rest, ...activity, followUps } as unknown as Card;
}
