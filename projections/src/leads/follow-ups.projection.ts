import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { finishedStatuses } from '#domain/leads/lead.values.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { type LeadCard, changedCard, filtersOfLeads, newCard } from './lead-card.js';

/** Member who asked for a follow-up, the time, and the note that they wrote with it. */
type Asked = { readonly by: string; readonly at: string; readonly note?: string };
type Written = { readonly id: string; readonly note?: string };
type FollowedLead = LeadCard & {
  /** Requests for open follow-ups, by follow-up id. */
  readonly asked: Readonly<Record<string, Asked>>;
  /** Last note or visit. A follow-up that is scheduled with it has its id. */
  readonly written?: Written;
};

/** A visit to come. What day it is today is compared when it is read. */
export type FollowUpDocument = Pick<
  LeadCard,
  | 'leadId'
  | 'organizationId'
  | 'name'
  | 'phone'
  | 'city'
  | 'siteName'
  | 'assignedTo'
  | 'status'
  | 'type'
> &
  Asked & { readonly followUpId: string; readonly dueOn: string };

/**
 * Under which key a member's open follow-ups are counted by the day they are due; without a member,
 * everybody's.
 */
export const followUpCountKey = (assignedTo = 'everyone') => assignedTo;

/**
 * Beside them, under this key, those of leads that are Lost or Converted: they are open, and not
 * due.
 */
const finishedCountKey = (assignedTo?: string) => `${followUpCountKey(assignedTo)}/finished`;
/** Keys of the sums from which `dueByDay` counts, for a member or everybody. */
export const dueCountKeys = (assignedTo?: string) => [
  followUpCountKey(assignedTo),
  finishedCountKey(assignedTo),
];

/** How many are due on each day, and how many are left open on finished leads. */
export function dueByDay(
  sums: ReadonlyMap<string, Readonly<Record<string, number>>>,
  assignedTo?: string,
) {
  const finished = sums.get(finishedCountKey(assignedTo)) ?? {};
  const all = Object.entries(sums.get(followUpCountKey(assignedTo)) ?? {});
  return {
    byDay: Object.fromEntries(all.map(([day, count]) => [day, count - (finished[day] ?? 0)])),
    finished: dueBetween(finished, '', lastOfAll),
  };
}
export const lastOfAll = '9999-12-31';

/** How many of them are due after one day and until another. */
export const dueBetween = (
  byDay: Readonly<Record<string, number>>,
  after: string,
  until: string,
): number =>
  Object.entries(byDay).reduce(
    (sum, [day, count]) => (day > after && day <= until ? sum + count : sum),
    0,
  );

/** Open follow-ups by the day they are due, and by assignee. */
export const followUps: PerStream<LeadEvent, FollowedLead, FollowUpDocument> = {
  name: 'follow-ups',
  version: 7,
  events: leadEvents,
  firstEvent: 'LeadCreated',
  revealingEvents: ['FollowUpScheduled'],
  indexes: [['organizationId'], ['organizationId', 'assignedTo']].map((equal) => ({
    equal,
    sort: ['dueOn'],
  })),
  filters: filtersOfLeads,
  search: ['name', 'phone', 'city', 'note'],
  audience: ({ assignedTo }) => assignedTo,
  fold(lead, event) {
    if (event.type === 'LeadCreated') return { ...newCard(event), asked: {} };
    const changed = lead && changedCard(lead, event);
    return changed && askedFor(changed, event);
  },
  documents: ({
    leadId,
    organizationId,
    name,
    phone,
    city,
    siteName,
    assignedTo,
    status,
    type,
    followUps,
    asked,
  }) =>
    Object.fromEntries(
      followUps.map(({ followUpId, dueOn }) => [
        followUpId,
        {
          ...{
            followUpId,
            dueOn,
            leadId,
            organizationId,
            name,
            phone,
            city,
            siteName,
            assignedTo,
            status,
            type,
          },
          ...asked[followUpId]!,
        },
      ]),
    ),
  counts: ({ assignedTo, status, followUps }) => {
    const isFinished = finishedStatuses.includes(status);
    return ['everyone', assignedTo].flatMap((who) =>
      (isFinished ? dueCountKeys(who) : [followUpCountKey(who)]).flatMap((key) =>
        followUps.map(({ dueOn }) => ({ key, amounts: { [dueOn]: 1 } })),
      ),
    );
  },
};

function askedFor(
  lead: FollowedLead,
  event: Exclude<RecordedEvent<LeadEvent>, { type: 'LeadCreated' }>,
): FollowedLead {
  const { asked, written, followUps } = lead;
  switch (event.type) {
    case 'NoteAdded':
      return { ...lead, written: { id: event.data.noteId, note: event.data.note } };
    case 'VisitRecorded':
      return { ...lead, written: { id: event.data.visitId, note: event.data.notes } };
    case 'FollowUpScheduled': {
      const { followUpId } = event.data;
      const note = written?.id === followUpId ? written.note : undefined;
      const { actorId: by, at } = event.metadata;
      return {
        ...lead,
        asked: { ...asked, [followUpId]: { by, at, ...(note !== undefined && { note }) } },
      };
    }
    case 'FollowUpCompleted':
    case 'FollowUpCancelled': {
      const open = new Set(followUps.map(({ followUpId }) => followUpId));
      return {
        ...lead,
        asked: Object.fromEntries(Object.entries(asked).filter(([id]) => open.has(id))),
      };
    }
    default:
      return lead;
  }
}
