import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { Noted } from '#domain/leads/lead.views.js';
import { isShownWith, movesStatus, type Step } from '#domain/leads/shown-with.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { parseStream } from '#platform/event-log/subject.js';

/** Entries kept per lead; no screen shows more of one lead among the newest. */
const MAX_NOTES_PER_LEAD = 20;

type Note = {
  readonly revision: number;
  readonly by: string;
  readonly at: string;
  readonly noted: Noted;
};
type LeadWithNotes = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly assignedTo: string;
  readonly notes: readonly Note[];
  /**
   * Last visit or quotation. A status change by the same command is shown in the entry of that
   * step.
   */
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
  readonly noted: Noted;
};

/**
 * Content of an entry; undefined for an event without one. A visit without notes and outcome has an
 * entry only if it changed the lead's status.
 */
function toNoted({ type, data }: LeadEvent): Noted | undefined {
  switch (type) {
    case 'LeadCreated':
      return { type };
    case 'NoteAdded':
      return {
        type,
        ...(data.activity && { activity: data.activity }),
        ...(data.outcome && { outcome: data.outcome }),
        ...(data.note !== undefined && { note: data.note }),
      };
    case 'VisitRecorded':
      return data.notes || data.outcome
        ? {
            type,
            ...(data.outcome && { outcome: data.outcome }),
            ...(data.notes && { note: data.notes }),
          }
        : undefined;
    case 'QuotationUploaded':
      return {
        type,
        amountPaise: data.amountPaise,
        ...(data.notes && { note: data.notes }),
      };
    case 'LeadStatusChanged':
      return { type, to: data.to };
    case 'LeadConverted':
      return data.from === 'Converted' ? undefined : { type, ...paiseWon(data) };
    case 'LeadLost':
    case 'FollowUpCancelled':
      return { type, reason: data.reason };
    case 'FollowUpCompleted':
      return { type };
    default:
      return undefined;
  }
}

const paiseWon = ({
  projectValuePaise,
  payment,
}: MessageNamed<LeadEvent, 'LeadConverted'>['data']): { readonly amountPaise?: number } => {
  const amountPaise = projectValuePaise ?? payment?.amountPaise;
  return amountPaise === undefined ? {} : { amountPaise };
};

/** Entry of the visit or quotation that caused this status change, with the new status added. */
function addStatusToEntry(
  { notes, done }: LeadWithNotes,
  event: RecordedEvent<LeadEvent>,
): Note | undefined {
  const { at, actorId: by } = event.metadata;
  if (event.type !== 'LeadStatusChanged' || !isShownWith(done, toStep(event))) return undefined;
  const newStatus = event.data.to;
  const last = notes.at(-1);
  if (last?.revision !== done.revision)
    return { revision: done.revision, by, at, noted: { type: 'VisitRecorded', brings: newStatus } };
  return { ...last, noted: { ...last.noted, brings: newStatus } as Noted };
}

const toStep = ({ type, revision, metadata: { commandId } }: RecordedEvent<LeadEvent>): Step => ({
  type,
  revision,
  commandId,
});

function addNote(lead: LeadWithNotes, event: RecordedEvent<LeadEvent>): LeadWithNotes {
  const { revision, type, metadata } = event;
  const { at, actorId: by } = metadata;
  const combined = addStatusToEntry(lead, event);
  const ownNote = combined ? undefined : toNoted(event);
  const note = combined ?? (ownNote && { revision, by, at, noted: ownNote });
  const hasStatusChange = movesStatus(type);
  if (!note && !hasStatusChange) return lead;
  const notes = note
    ? [...lead.notes.filter((each) => each.revision !== note.revision), note].slice(
        -MAX_NOTES_PER_LEAD,
      )
    : lead.notes;
  return { ...lead, notes, ...(hasStatusChange && { done: toStep(event) }) };
}

/**
 * Newest activity of the organization and of each member's leads: notes, visits, quotations and
 * status changes. An entry follows its lead to a new owner, and is deleted with it.
 */
export const activity: PerStream<LeadEvent, LeadWithNotes, ActivityDocument> = {
  name: 'activity',
  version: 12,
  events: leadEvents,
  firstEvent: 'LeadCreated',
  indexes: [[], ['assignedTo'], ['by']].map((fields) => ({
    equal: ['organizationId', ...fields],
    sort: ['-at'],
  })),
  filters: ['by'],
  audience: ({ assignedTo }) => assignedTo,
  fold(lead, event) {
    if (event.type === 'LeadCreated') {
      const { firstName, lastName, assignedTo } = event.data;
      const { organizationId } = event.metadata;
      const { id: leadId } = parseStream(event.stream);
      const captured = { leadId, organizationId, firstName, lastName, assignedTo, notes: [] };
      return addNote(captured, event);
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
        return addNote(lead, event);
    }
  },
  documents: ({ leadId, organizationId, firstName, lastName, assignedTo, notes }) =>
    Object.fromEntries(
      notes.map(({ revision, by, at, noted }) => {
        const leadName = `${firstName} ${lastName}`.trim();
        return [
          revision,
          {
            entryId: `${leadId}_${revision}`,
            organizationId,
            leadId,
            leadName,
            assignedTo,
            by,
            at,
            noted,
          },
        ];
      }),
    ),
};
