import type { Activity, LeadDetail, LeadItem, TimelineEntry } from '#domain/leads/lead.views.js';
import type { ActivityDocument } from '#projections/leads/activity.projection.js';
import type { LeadDetailDocument } from '#projections/leads/lead-detail.projection.js';
import type { LeadListItem } from '#projections/leads/lead-list.projection.js';
import type { TimelineDocument } from '#projections/leads/lead-timeline.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const leadItem: Presenter<LeadListItem, LeadItem> = {
  people: ({ assignedTo }) => [assignedTo],
  show: ({ organizationId: _, followUps: __, assignedTo, ...lead }, person) => ({ ...lead, assignedTo: person(assignedTo) }),
};

export const leadDetailShown: Presenter<LeadDetailDocument, LeadDetail> = {
  people: ({ assignedTo }) => [assignedTo],
  show: ({ organizationId: _, assignedTo, ...lead }, person) => ({ ...lead, assignedTo: person(assignedTo) }),
};

/** Members that an entry names besides its author: the new and the former owner of a lead. */
const namedIn = ({ type, data }: TimelineDocument): readonly string[] => {
  if (type === 'LeadReassigned') return [data.from, data.to];
  return type === 'LeadCreated' ? [data.assignedTo] : [];
};

export const timelineEntry: Presenter<TimelineDocument, TimelineEntry & { readonly people: Readonly<Record<string, string>> }> = {
  people: (entry) => [entry.by, ...namedIn(entry)],
  show({ organizationId: _, ...entry }, person) {
    const people = Object.fromEntries(namedIn({ ...entry, organizationId: '' } as TimelineDocument).map((id) => [id, person(id).name]));
    return { ...entry, by: person(entry.by), people };
  },
};

export const activityShown: Presenter<ActivityDocument, Activity> = {
  people: ({ by }) => [by],
  show: ({ entryId, leadId, leadName, by, at, noted }, person) => ({ entryId, leadId, leadName, by: person(by), at, noted }),
};
