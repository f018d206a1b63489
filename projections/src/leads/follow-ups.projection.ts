import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import { finishedStatuses } from '#domain/leads/lead.values.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';
import { type LeadCard, applyToCard, LEAD_FILTERS, createCard } from './lead-card.js';

/** Request for a follow-up: its member, time and note. */
type FollowUpRequest = { readonly by: string; readonly at: string; readonly note?: string };
type WrittenNote = { readonly id: string; readonly note?: string };
type LeadWithFollowUps = LeadCard & {
  /** Requests for open follow-ups, by follow-up id. */
  readonly asked: Readonly<Record<string, FollowUpRequest>>;
  /** Set by the first follow-up. The record is stored then, because the lead soon has another. */
  readonly hadFollowUps?: true;
  /** Last note or visit. A follow-up scheduled with it has its id. */
  readonly written?: WrittenNote;
};

/** Open follow-up. Whether it is overdue is computed when read. */
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
  | 'quotedPaise'
> &
  FollowUpRequest & { readonly followUpId: string; readonly dueOn: string };

/** Sum key of a member's (or everybody's) open follow-ups; amounts by due day. */
export const followUpCountKey = (assignedTo = 'everyone') => assignedTo;

/** Sum key of open follow-ups on Lost or Converted leads, which are not due. */
const finishedCountKey = (assignedTo?: string) => `${followUpCountKey(assignedTo)}/finished`;
/** Keys of the sums that `dueByDay` needs, for a member or everybody. */
export const dueCountKeys = (assignedTo?: string) => [
  followUpCountKey(assignedTo),
  finishedCountKey(assignedTo),
];

/** Follow-ups due per day, and those left open on finished leads. */
export function dueByDay(
  sums: ReadonlyMap<string, Readonly<Record<string, number>>>,
  assignedTo?: string,
) {
  const finishedByDay = sums.get(finishedCountKey(assignedTo)) ?? {};
  const allByDay = Object.entries(sums.get(followUpCountKey(assignedTo)) ?? {});
  return {
    byDay: Object.fromEntries(
      allByDay.map(([day, count]) => [day, count - (finishedByDay[day] ?? 0)]),
    ),
    finished: countBetween(finishedByDay, '', LATEST_DAY),
  };
}
export const LATEST_DAY = '9999-12-31';

/** Sum of daily amounts after one day, up to and including another. */
export const countBetween = (
  byDay: Readonly<Record<string, number>>,
  after: string,
  until: string,
): number =>
  Object.entries(byDay).reduce(
    (sum, [day, count]) => (day > after && day <= until ? sum + count : sum),
    0,
  );

/** Open follow-ups by due day and assignee. */
export const followUps: PerStream<LeadEvent, LeadWithFollowUps, FollowUpDocument> = {
  name: 'follow-ups',
  version: 10,
  events: leadEvents,
  firstEvent: 'LeadCreated',
  revealingEvents: ['FollowUpScheduled'],
  isStored: ({ hadFollowUps = false }) => hadFollowUps,
  indexes: [['organizationId'], ['organizationId', 'assignedTo']].map((equal) => ({
    equal,
    sort: ['dueOn'],
  })),
  filters: LEAD_FILTERS,
  search: ['name', 'phone', 'city', 'note'],
  audience: ({ assignedTo }) => assignedTo,
  fold(lead, event) {
    if (event.type === 'LeadCreated') return { ...createCard(event), asked: {} };
    const changed = lead && applyToCard(lead, event);
    return changed && trackRequests(changed, event);
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
    quotedPaise,
    followUps,
    asked,
  }) =>
    Object.fromEntries(
      followUps.map(({ followUpId, dueOn }) => [
        followUpId,
        {
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
          quotedPaise,
          ...asked[followUpId]!,
        },
      ]),
    ),
  counts: ({ assignedTo, status, followUps }) => {
    const isFinished = finishedStatuses.includes(status);
    return ['everyone', assignedTo].flatMap((member) =>
      (isFinished ? dueCountKeys(member) : [followUpCountKey(member)]).flatMap((key) =>
        followUps.map(({ dueOn }) => ({ key, amounts: { [dueOn]: 1 } })),
      ),
    );
  },
};

function trackRequests(
  lead: LeadWithFollowUps,
  event: Exclude<RecordedEvent<LeadEvent>, { type: 'LeadCreated' }>,
): LeadWithFollowUps {
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
        hadFollowUps: true,
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
