import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { PerStream } from '#platform/projection-running/projection.js';
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

const noting = (lead: NotedLead, note: Note): NotedLead => ({ ...lead, notes: [...lead.notes, note].slice(-mostOfOneLead) });

/** The newest notes of the organization and of each member, also those of visits. A note goes with its lead: to a colleague, and away. */
export const activity: PerStream<LeadEvent, NotedLead, ActivityDocument> = {
  name: 'activity',
  version: 3,
  events: leadEvents,
  begins: 'LeadCreated',
  indexes: [['organizationId'], ['organizationId', 'by'], ['organizationId', 'assignedTo'], ['organizationId', 'by', 'assignedTo']].map((equal) => ({
    equal,
    sort: ['-at'],
  })),
  audience: ({ assignedTo }) => assignedTo,
  fold(lead, event) {
    const { at, actorId: by, organizationId } = event.metadata;
    if (event.type === 'LeadCreated') {
      const { firstName, lastName, assignedTo } = event.data;
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
      case 'NoteAdded':
        return noting(lead, { revision: event.revision, by, at, note: event.data.note });
      case 'VisitRecorded':
        return event.data.notes ? noting(lead, { revision: event.revision, by, at, note: event.data.notes }) : lead;
      case 'LeadDeleted':
      case 'PersonalDataErased':
        return undefined;
      default:
        return lead;
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
