import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { Noted } from '#domain/leads/lead.views.js';
import { isShownWith, movesStatus, type Step } from '#domain/leads/shown-with.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { subjectOf } from '#platform/event-log/subject.js';

/**
 * The dashboard shows ten; of one lead no more than these can be among the newest that any screen
 * asks for.
 */
const mostOfOneLead = 20;

type Note = {
  readonly revision: number;
  readonly by: string;
  readonly at: string;
  readonly noted: Noted;
};
type NotedLead = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly assignedTo: string;
  readonly notes: readonly Note[];
  /** Its last visit or quotation. A status change by the same command is shown in that entry. */
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

/** A visit is noted where something was written with it, or where it has moved the status. */
function notedOf({ type, data }: LeadEvent): Noted | undefined {
  switch (type) {
    case 'NoteAdded':
      return { type, ...(data.activity && { activity: data.activity }), note: data.note };
    case 'VisitRecorded':
      return data.notes ? { type, note: data.notes } : undefined;
    case 'QuotationUploaded':
      return { type, ...(data.notes && { note: data.notes }) };
    case 'LeadStatusChanged':
      return { type, to: data.to };
    case 'LeadConverted':
      return data.from === 'Converted' ? undefined : { type };
    case 'LeadLost':
    case 'FollowUpCancelled':
      return { type, reason: data.reason };
    case 'FollowUpCompleted':
      return { type };
    default:
      return undefined;
  }
}

/** The visit or the quotation that this status came with, now with the status. */
function withItsStatus(
  { notes, done }: NotedLead,
  event: RecordedEvent<LeadEvent>,
): Note | undefined {
  const { at, actorId: by } = event.metadata;
  if (event.type !== 'LeadStatusChanged' || !isShownWith(done, stepOf(event))) return undefined;
  const brings = event.data.to;
  const last = notes.at(-1);
  if (last?.revision !== done.revision)
    return { revision: done.revision, by, at, noted: { type: 'VisitRecorded', brings } };
  return { ...last, noted: { ...last.noted, brings } as Noted };
}

const stepOf = ({ type, revision, metadata: { commandId } }: RecordedEvent<LeadEvent>): Step => ({
  type,
  revision,
  commandId,
});

function noted(lead: NotedLead, event: RecordedEvent<LeadEvent>): NotedLead {
  const { revision, type, metadata } = event;
  const { at, actorId: by } = metadata;
  const together = withItsStatus(lead, event);
  const done = together ? undefined : notedOf(event);
  const note = together ?? (done && { revision, by, at, noted: done });
  const moves = movesStatus(type);
  if (!note && !moves) return lead;
  const notes = note
    ? [...lead.notes.filter((known) => known.revision !== note.revision), note].slice(
        -mostOfOneLead,
      )
    : lead.notes;
  return { ...lead, notes, ...(moves && { done: stepOf(event) }) };
}

/**
 * The newest notes of the organization, and of those on each member's leads: what was written, also
 * with a visit, and what is noted by itself where something was done. A note goes with its lead: to
 * a colleague, and away.
 */
export const activity: PerStream<LeadEvent, NotedLead, ActivityDocument> = {
  name: 'activity',
  version: 10,
  events: leadEvents,
  firstEvent: 'LeadCreated',
  indexes: [['organizationId'], ['organizationId', 'assignedTo']].map((equal) => ({
    equal,
    sort: ['-at'],
  })),
  audience: ({ assignedTo }) => assignedTo,
  fold(lead, event) {
    if (event.type === 'LeadCreated') {
      const { firstName, lastName, assignedTo } = event.data;
      const { organizationId } = event.metadata;
      return {
        leadId: subjectOf(event.stream).id,
        organizationId,
        firstName,
        lastName,
        assignedTo,
        notes: [],
      };
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
