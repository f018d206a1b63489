import { pickShownFields } from '#domain/kernel/views.js';
import {
  type Activity,
  type LeadDetail,
  type LeadItem,
  type TimelineEntry,
  activity,
  leadDetail,
  leadItem,
  timelineFields,
} from '#domain/leads/lead.views.js';
import type { ActivityDocument } from '#projections/leads/activity.projection.js';
import type { LeadDetailDocument } from '#projections/leads/lead-detail.projection.js';
import type { LeadListItem } from '#projections/leads/lead-list.projection.js';
import type { TimelineDocument } from '#projections/leads/lead-timeline.projection.js';
import type { Presenter } from '../auth/presenting.js';

export const leadPresenter: Presenter<LeadListItem, LeadItem> = {
  people: ({ assignedTo }) => [assignedTo],
  show: (lead, person) => ({
    ...pickShownFields(leadItem, lead),
    assignedTo: person(lead.assignedTo),
  }),
};

export const leadDetailPresenter: Presenter<LeadDetailDocument, LeadDetail> = {
  people: ({ assignedTo }) => [assignedTo],
  show: (lead, person) => ({
    ...pickShownFields(leadDetail, lead),
    assignedTo: person(lead.assignedTo),
  }),
};

/** Members named by an entry besides its author: the new and the former owner. */
const namedMemberIds = ({ type, data }: TimelineDocument): readonly string[] => {
  if (type === 'LeadReassigned') return [data.from, data.to];
  return type === 'LeadCreated' ? [data.assignedTo] : [];
};

export const timelineEntryPresenter: Presenter<TimelineDocument, TimelineEntry> = {
  people: (entry) => [entry.by, ...namedMemberIds(entry)],
  show(entry, person) {
    const { type, data } = entry;
    const people = Object.fromEntries(namedMemberIds(entry).map((id) => [id, person(id).name]));
    return {
      ...pickShownFields(timelineFields, entry),
      type,
      data,
      by: person(entry.by),
      people,
    } as TimelineEntry;
  },
};

export const activityPresenter: Presenter<ActivityDocument, Activity> = {
  people: ({ by }) => [by],
  show: (note, person) => ({ ...pickShownFields(activity, note), by: person(note.by) }),
};
