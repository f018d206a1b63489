import { unreachable } from '../kernel/decider.js';
import { edited } from '../kernel/equality.js';
import type { LeadDetails, LeadStatus } from './lead.commands.js';
import type { MessageNamed } from '../kernel/message.js';
import type { LeadEvent } from './lead.events.js';

export type LeadFollowUp = {
  readonly followUpId: string;
  readonly dueOn: string;
  readonly phase: 'open' | 'completed' | 'cancelled';
  /** Why it was cancelled. */
  readonly reason?: string;
};

type Said<Type extends LeadEvent['type']> = MessageNamed<LeadEvent, Type>['data'];

/** What the rules of a lead need to know of it. Whose it was is known for ever, so that its end answers as it did. */
export type Lead =
  | { readonly phase: 'unknown' }
  | {
      readonly phase: 'open';
      readonly status: LeadStatus;
      readonly assignedTo: string;
      readonly details: LeadDetails;
      readonly followUps: readonly LeadFollowUp[];
      /** As they were said: the same one twice is nothing new, another one under a known id is refused. */
      readonly notes: readonly Said<'NoteAdded'>[];
      readonly visits: readonly Said<'VisitRecorded'>[];
      readonly quotations: readonly Said<'QuotationUploaded'>[];
      /** Once it was converted, for ever, whatever its status is now. */
      readonly hasCustomer: boolean;
    }
  | { readonly phase: 'deleted'; readonly assignedTo: string }
  | { readonly phase: 'erased'; readonly assignedTo: string };

export type OpenLead = Extract<Lead, { phase: 'open' }>;

export function evolveLead(lead: Lead, event: LeadEvent): Lead {
  if (event.type === 'LeadCreated') {
    const { assignedTo, ...details } = event.data;
    return { phase: 'open', status: 'New', assignedTo, details, followUps: [], notes: [], visits: [], quotations: [], hasCustomer: false };
  }
  // The only thing that can happen to a deleted lead.
  if (event.type === 'PersonalDataErased') return lead.phase === 'unknown' ? lead : { phase: 'erased', assignedTo: lead.assignedTo };
  if (lead.phase !== 'open') return lead;
  switch (event.type) {
    case 'LeadEdited':
      return { ...lead, details: edited(lead.details, event.data.changes) };
    case 'LeadReassigned':
      return { ...lead, assignedTo: event.data.to };
    case 'LeadStatusChanged':
      return { ...lead, status: event.data.to };
    case 'LeadLost':
      return { ...lead, status: 'Lost' };
    case 'NoteAdded':
      return { ...lead, notes: [...lead.notes, event.data] };
    case 'FollowUpScheduled':
      return { ...lead, followUps: [...lead.followUps, { ...event.data, phase: 'open' }] };
    case 'FollowUpCompleted':
      return { ...lead, followUps: closed(lead.followUps, event.data, 'completed') };
    case 'FollowUpCancelled':
      return { ...lead, followUps: closed(lead.followUps, event.data, 'cancelled') };
    case 'VisitRecorded':
      return { ...lead, visits: [...lead.visits, event.data] };
    case 'LeadConverted':
      return { ...lead, status: 'Converted', hasCustomer: true };
    case 'QuotationUploaded':
      return { ...lead, quotations: [...lead.quotations, event.data] };
    case 'QuotationRequested':
      return lead;
    case 'LeadDeleted':
      return { phase: 'deleted', assignedTo: lead.assignedTo };
    default:
      return unreachable(event);
  }
}

const closed = (followUps: readonly LeadFollowUp[], end: Said<'FollowUpCompleted'> | Said<'FollowUpCancelled'>, phase: LeadFollowUp['phase']) =>
  followUps.map((followUp) => (followUp.followUpId === end.followUpId ? { ...followUp, ...end, phase } : followUp));

/** The day of the earliest follow-up that is open: several may be. */
export const nextFollowUpOn = (followUps: readonly Pick<LeadFollowUp, 'dueOn' | 'phase'>[]): string | undefined =>
  followUps
    .filter(({ phase }) => phase === 'open')
    .map(({ dueOn }) => dueOn)
    .sort()[0];
