import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

export type AssignmentDocument = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly assignedTo: string;
  readonly assignedBy: string;
  readonly assignedAt: string;
};

/** Leads that somebody else gave to whom they belong, for the bell: it counts those since it was last opened. */
export const leadAssignments: PerStream<LeadEvent, AssignmentDocument> = {
  name: 'lead-assignments',
  version: 1,
  events: leadEvents,
  begins: 'LeadCreated',
  indexes: [{ equal: ['organizationId', 'assignedTo'], sort: ['-assignedAt'] }],
  audience: ({ assignedTo }) => assignedTo,
  fold(assignment, event) {
    const { organizationId, actorId: assignedBy, at: assignedAt } = event.metadata;
    const to = event.type === 'LeadCreated' ? event.data.assignedTo : event.type === 'LeadReassigned' ? event.data.to : undefined;
    if (to !== undefined)
      return to === assignedBy ? undefined : { leadId: subjectOf(event.stream).id, organizationId, assignedTo: to, assignedBy, assignedAt };
    return event.type === 'LeadDeleted' || event.type === 'PersonalDataErased' ? undefined : assignment;
  },
};
