import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { isToldWith, movesStatus, type Step } from '#domain/leads/lead.views.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { subjectOf } from '#platform/event-log/subject.js';

/** The dashboard shows ten; of one lead no more than these can be among the newest that any screen asks for. */
const mostOfOneLead = 20;

type Note = { readonly revision: number; readonly by: string; readonly at: string; readonly note: string };
type NotedLead = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly assignedTo: string;
  readonly notes: readonly Note[];
  /** Of its last visit or quotation: what that does to the status stands in its note. */
  readonly done?: Step;
};

export type ActivityDocument = {
  readonly entryId: string;
  readonly organizationId: string;
  readonly leadId: string;
  readonly leadName: string;
  readonly assignedTo: string;
  readonly by: string;
  readonly at: string;
  readonly note: string;
};

/** What a person wrote, or what is noted by itself where something was done. Nothing: undefined or empty. */
function noteOf(event: LeadEvent): string | undefined {
  switch (event.type) {
    case 'NoteAdded':
      return event.data.note;
    case 'VisitRecorded':
      return event.data.notes;
    case 'LeadStatusChanged':
      return `Status changed to ${event.data.to}`;
    case 'LeadConverted':
      return event.data.from === 'Converted' ? undefined : 'Status changed to Converted';
    case 'LeadLost':
      return `Lead marked as Lost. Reason: ${event.data.reason}`;
    case 'QuotationUploaded':
      return event.data.notes ?? 'Quotation uploaded';
    case 'FollowUpCompleted':
      return 'Marked previous followup as completed';
    case 'FollowUpCancelled':
      return `Visit cancelled: ${event.data.reason}`;
    default:
      return undefined;
  }
}

/** The note of a visit or a quotation, with what that does to the status. */
function withItsStatus({ notes, done }: NotedLead, event: RecordedEvent<LeadEvent>): Note | undefined {
  const { at, actorId: by } = event.metadata;
  if (event.type !== 'LeadStatusChanged' || !isToldWith(done, stepOf(event))) return undefined;
  const words = `Lead status updated to ${event.data.to}`;
  const last = notes.at(-1);
  if (last?.revision !== done.revision) return { revision: done.revision, by, at, note: words };
  return { ...last, note: `${last.note.replace(/[.!?]?$/, '.')} ${words}` };
}

const stepOf = ({ type, revision, metadata: { commandId } }: RecordedEvent<LeadEvent>): Step => ({ type, revision, commandId });

function noted(lead: NotedLead, event: RecordedEvent<LeadEvent>): NotedLead {
  const { revision, type, metadata } = event;
  const { at, actorId: by } = metadata;
  const together = withItsStatus(lead, event);
  const text = together ? undefined : noteOf(event);
  const note = together ?? (text ? { revision, by, at, note: text } : undefined);
  const moves = movesStatus(type);
  if (!note && !moves) return lead;
  const notes = note ? [...lead.notes.filter((known) => known.revision !== note.revision), note].slice(-mostOfOneLead) : lead.notes;
  return { ...lead, notes, ...(moves && { done: stepOf(event) }) };
}

/**
 * The newest notes of the organization, and of those on each member's leads: what was written, also with a visit, and what is noted by itself where
 * something was done. A note goes with its lead: to a colleague, and away.
 */
export const activity: PerStream<LeadEvent, NotedLead, ActivityDocument> = {
  name: 'activity',
  version: 9,
  events: leadEvents,
  begins: 'LeadCreated',
  indexes: [['organizationId'], ['organizationId', 'assignedTo']].map((equal) => ({ equal, sort: ['-at'] })),
  audience: ({ assignedTo }) => assignedTo,
  fold(lead, event) {
    if (event.type === 'LeadCreated') {
      const { firstName, lastName, assignedTo } = event.data;
      const { organizationId } = event.metadata;
      return { leadId: subjectOf(event.stream).id, organizationId, firstName, lastName, assignedTo, notes: [] };
    }
    if (!lead) return undefined;
    switch (event.type) {
      case 'LeadEdited': {
        const { firstName = lead.firstName, lastName = lead.lastName } = event.data.changes;
        return { ...lead, firstName, lastName };
      }
      case 'LeadReassigned':
        return { ...lead, assignedTo: event.data.to };
      case 'LeadDeleted':
      case 'PersonalDataErased':
        return undefined;
      default:
        return noted(lead, event);
    }
  },
  documents: ({ leadId, organizationId, firstName, lastName, assignedTo, notes }) =>
    Object.fromEntries(
      notes.map(({ revision, by, at, note }) => {
        const leadName = `${firstName} ${lastName}`.trim();
        return [revision, { entryId: `${leadId}_${revision}`, organizationId, leadId, leadName, assignedTo, by, at, note }];
      }),
    ),
};
