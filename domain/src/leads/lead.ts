import type { LeadStatus } from './lead.values.js';
import { unreachable } from '../kernel/decider.js';
import { applyChanges } from '../kernel/equality.js';
import type { LeadDetails } from './lead.commands.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import type { LeadEvent } from './lead.events.js';

type LeadFollowUp = {
  readonly followUpId: string;
  readonly dueOn: string;
  readonly phase: 'open' | 'completed' | 'cancelled';
  /** Reason of the cancellation. */
  readonly reason?: string;
  /** Follow-up scheduled instead. */
  readonly nextFollowUpId?: string;
};

type EventDataOf<Type extends LeadEvent['type']> = MessageNamed<LeadEvent, Type>['data'];

/**
 * State of a lead for its rules. A deleted lead keeps its owner, so that repeated commands get the
 * same answer.
 */
export type Lead =
  | { readonly phase: 'unknown' }
  | {
      readonly phase: 'open';
      /** Data of `LeadCreated`. A repeated `CreateLead` is compared with it. */
      readonly captured: EventDataOf<'LeadCreated'>;
      readonly status: LeadStatus;
      /** Reason of the latest loss. */
      readonly lostReason?: string;
      readonly assignedTo: string;
      /** Number of assignments, including the first at its creation. */
      readonly assignments: number;
      readonly details: LeadDetails;
      readonly followUps: readonly LeadFollowUp[];
      /**
       * Data of each event. An equal repetition changes nothing; other data under a known id is
       * refused.
       */
      readonly notes: readonly EventDataOf<'NoteAdded'>[];
      readonly visits: readonly EventDataOf<'VisitRecorded'>[];
      readonly quotations: readonly EventDataOf<'QuotationUploaded'>[];
      readonly shares: readonly EventDataOf<'ItemShared'>[];
      /** Latest step of each quotation that was built in the product. */
      readonly builtQuotations: readonly EventDataOf<'QuotationStepped'>[];
      /** A converted lead keeps its customer, whatever its status. */
      readonly conversions: readonly EventDataOf<'LeadConverted'>[];
    }
  | { readonly phase: 'deleted'; readonly assignedTo: string }
  | { readonly phase: 'erased'; readonly assignedTo: string };

export type OpenLead = Extract<Lead, { phase: 'open' }>;

export function evolveLead(lead: Lead, event: LeadEvent): Lead {
  if (event.type === 'LeadCreated') {
    const { assignedTo, ...details } = event.data;
    const emptyLists = {
      followUps: [],
      notes: [],
      visits: [],
      quotations: [],
      shares: [],
      builtQuotations: [],
      conversions: [],
    };
    return {
      phase: 'open',
      captured: event.data,
      status: 'New',
      assignedTo,
      assignments: 1,
      details,
      ...emptyLists,
    };
  }
  // Erasure is the only event that a deleted lead accepts.
  if (event.type === 'PersonalDataErased')
    return lead.phase === 'unknown' ? lead : { phase: 'erased', assignedTo: lead.assignedTo };
  if (lead.phase !== 'open') return lead;
  switch (event.type) {
    case 'LeadEdited':
      return { ...lead, details: applyChanges(lead.details, event.data.changes) };
    case 'LeadReassigned':
      return { ...lead, assignedTo: event.data.to, assignments: lead.assignments + 1 };
    case 'LeadStatusChanged':
      return { ...lead, status: event.data.to };
    case 'LeadLost':
      return { ...lead, status: 'Lost', lostReason: event.data.reason };
    case 'NoteAdded':
      return { ...lead, notes: [...lead.notes, event.data] };
    case 'FollowUpScheduled':
      return { ...lead, followUps: [...lead.followUps, { ...event.data, phase: 'open' }] };
    case 'FollowUpCompleted':
      return { ...lead, followUps: closeFollowUp(lead.followUps, event.data, 'completed') };
    case 'FollowUpCancelled':
      return { ...lead, followUps: closeFollowUp(lead.followUps, event.data, 'cancelled') };
    case 'VisitRecorded':
      return { ...lead, visits: [...lead.visits, event.data] };
    case 'LeadConverted':
      return { ...lead, status: 'Converted', conversions: [...lead.conversions, event.data] };
    case 'QuotationUploaded':
      return { ...lead, quotations: [...lead.quotations, event.data] };
    case 'QuotationStepped':
      return {
        ...lead,
        builtQuotations: [
          ...lead.builtQuotations.filter(
            ({ quotationId }) => quotationId !== event.data.quotationId,
          ),
          event.data,
        ],
      };
    case 'ItemShared':
      return { ...lead, shares: [...lead.shares, event.data] };
    case 'QuotationRequested':
      return lead;
    case 'LeadDeleted':
      return { phase: 'deleted', assignedTo: lead.assignedTo };
    default:
      return unreachable(event);
  }
}

const closeFollowUp = (
  followUps: readonly LeadFollowUp[],
  closingData: EventDataOf<'FollowUpCompleted'> | EventDataOf<'FollowUpCancelled'>,
  phase: LeadFollowUp['phase'],
) =>
  followUps.map((followUp) =>
    followUp.followUpId === closingData.followUpId
      ? { ...followUp, ...closingData, phase }
      : followUp,
  );

/** Number of photos of the lead, its notes and its visits. */
export const countPhotos = ({ details, notes, visits }: OpenLead): number =>
  [details, ...notes, ...visits].reduce(
    (sum, { photoFileIds = [] }) => sum + photoFileIds.length,
    0,
  );
