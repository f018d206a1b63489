import { unreachable } from '#domain/kernel/decider.js';
import { type LeadDetails, type LeadStatus, leadStatuses, leadTypes } from '#domain/leads/lead.commands.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { edited } from '#domain/kernel/equality.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';

export type OpenFollowUp = { readonly followUpId: string; readonly dueOn: string };

/** What every screen shows of a lead. The assignee is an id: views keep no member's name. */
export type LeadCard = Omit<LeadDetails, 'landmark' | 'place' | 'photoFileIds'> & {
  readonly leadId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly status: LeadStatus;
  readonly assignedTo: string;
  readonly createdAt: string;
  /** The organization's day on which it was captured: daily figures count it there. */
  readonly createdOn: string;
  readonly lastActivityAt: string;
  /** The open ones, earliest first. */
  readonly followUps: readonly OpenFollowUp[];
  readonly nextFollowUpOn?: string;
  /** Sum of its quotations. */
  readonly quotedPaise: number;
  /** Where its latest visit was, in words. */
  readonly lastVisitPlace?: string;
  /** Of its last event. */
  readonly revision: number;
};

/** Fields of which an index is told the few values they have. */
export const fewOfLeads = { status: leadStatuses, type: leadTypes };

/** A card folded on. A deleted or erased lead has none. */
export function cardAfter(card: LeadCard | undefined, event: RecordedEvent<LeadEvent>): LeadCard | undefined {
  const { at, on, organizationId } = event.metadata;
  if (event.type === 'LeadCreated') {
    const { landmark: _, place: __, photoFileIds: ___, ...details } = event.data;
    const { id: leadId } = subjectOf(event.stream);
    const { revision } = event;
    return {
      ...named(details),
      ...{ leadId, organizationId, status: 'New', createdAt: at, createdOn: on, lastActivityAt: at, followUps: [], quotedPaise: 0, revision },
    };
  }
  const changed = card && changedBy(card, event);
  return changed && { ...changed, revision: event.revision };
}

function changedBy(card: LeadCard, event: Exclude<RecordedEvent<LeadEvent>, { type: 'LeadCreated' }>): LeadCard | undefined {
  const active = { ...card, lastActivityAt: event.metadata.at };
  switch (event.type) {
    case 'LeadEdited': {
      const { landmark: _, place: __, photoFileIds: ___, ...changes } = event.data.changes;
      return named(edited(card, changes));
    }
    case 'LeadReassigned':
      return { ...card, assignedTo: event.data.to };
    case 'LeadStatusChanged':
      return { ...active, status: event.data.to };
    case 'LeadLost':
      return { ...active, status: 'Lost' };
    case 'NoteAdded':
    case 'QuotationRequested':
      return active;
    case 'FollowUpScheduled': {
      const { followUpId, dueOn } = event.data;
      return withFollowUps(active, [...without(card, followUpId), { followUpId, dueOn }]);
    }
    case 'FollowUpCompleted':
    case 'FollowUpCancelled':
      return withFollowUps(active, without(card, event.data.followUpId));
    case 'QuotationUploaded':
      return { ...active, quotedPaise: card.quotedPaise + event.data.amountPaise };
    case 'VisitRecorded':
      return { ...active, lastVisitPlace: event.data.place?.name ?? event.data.place?.address ?? card.lastVisitPlace };
    case 'LeadConverted':
      return { ...active, status: 'Converted' };
    case 'LeadDeleted':
    case 'PersonalDataErased':
      return undefined;
    default:
      return unreachable(event);
  }
}

const named = <Card extends Pick<LeadCard, 'firstName' | 'lastName'>>(card: Card) => ({ ...card, name: `${card.firstName} ${card.lastName}`.trim() });

const without = ({ followUps }: LeadCard, followUpId: string) => followUps.filter((each) => each.followUpId !== followUpId);

function withFollowUps({ nextFollowUpOn: _, ...card }: LeadCard, open: readonly OpenFollowUp[]): LeadCard {
  const followUps = open.toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : one.dueOn > other.dueOn ? 1 : 0));
  return followUps[0] ? { ...card, followUps, nextFollowUpOn: followUps[0].dueOn } : { ...card, followUps };
}
