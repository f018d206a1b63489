import type { EventsIn } from '#domain/kernel/schema.js';
import { leadEvents } from '#domain/leads/lead.events.js';
import type { CancelledVisit, CompletedVisit } from '#domain/visits/visit.views.js';
import { durationMinutes } from '#domain/visits/visit.values.js';
import { parseStream } from '#platform/event-log/subject.js';
import type { PerStream } from '#platform/read-side/projections/projection.js';

type CompletedEntry = Pick<
  CompletedVisit,
  | 'tab'
  | 'visitId'
  | 'day'
  | 'startedAt'
  | 'endedAt'
  | 'durationMinutes'
  | 'activeMinutes'
  | 'photoFileIds'
> &
  Pick<CompletedVisit, 'place' | 'accuracyMetres' | 'notes'> & {
    readonly by: string;
    readonly at: string;
  };
type CancelledEntry = Pick<CancelledVisit, 'tab' | 'followUpId' | 'day' | 'reason' | 'at'> & {
  readonly by: string;
};
type Entry = CompletedEntry | CancelledEntry;

type VisitedLeadRecord = {
  readonly leadId: string;
  readonly organizationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly city: string;
  readonly siteName?: string;
  readonly assignedTo: string;
  /** Due days of open follow-ups. */
  readonly planned: Readonly<Record<string, string>>;
  readonly completed: readonly (CompletedEntry | undefined)[];
  readonly cancelled: readonly (CancelledEntry | undefined)[];
};

/** Visit that was made or cancelled, with its member. */
export type VisitDocument = Pick<
  VisitedLeadRecord,
  'leadId' | 'organizationId' | 'phone' | 'city' | 'siteName'
> & {
  readonly leadName: string;
  readonly member: string;
} & Entry;

/** Sum key of visits: by one member, or by everyone. */
export const visitCountKey = (member: string | undefined): string => member ?? 'everyone';

/** A follow-up scheduled with a visit has the visit's id, so a cancelled one needs a prefix. */
const entryId = (entry: Entry) =>
  entry.tab === 'completed' ? entry.visitId : `cancelled-${entry.followUpId}`;

const { LeadCreated, LeadEdited, LeadReassigned, LeadDeleted, PersonalDataErased } = leadEvents;
const { VisitRecorded, FollowUpScheduled, FollowUpCompleted, FollowUpCancelled } = leadEvents;
/** Events of this view. Other events do not load the lead's record. */
const events = {
  LeadCreated,
  LeadEdited,
  LeadReassigned,
  LeadDeleted,
  PersonalDataErased,
  VisitRecorded,
  FollowUpScheduled,
  FollowUpCompleted,
  FollowUpCancelled,
};

/**
 * Recorded and cancelled visits by day and member. A visit belongs to the member who made it, a
 * cancelled one to the lead's owner. The lead's money is looked up in the lead list, because a
 * visit outlives its member's right to see the lead.
 */
export const visits: PerStream<EventsIn<typeof events>, VisitedLeadRecord, VisitDocument> = {
  name: 'visits',
  version: 9,
  events,
  firstEvent: 'LeadCreated',
  revealingEvents: ['VisitRecorded', 'FollowUpCancelled'],
  indexes: [
    ['organizationId', 'tab'],
    ['organizationId', 'member', 'tab'],
  ].map((equal) => ({ equal, sort: ['-day', '-at'] })),
  search: ['leadName', 'phone', 'city', 'siteName', 'notes', 'reason'],
  audience: ({ member }) => member,
  growingLists: ['completed', 'cancelled'],
  appendingEvents: ['VisitRecorded', 'FollowUpScheduled', 'FollowUpCompleted', 'FollowUpCancelled'],
  fold(lead, event) {
    const { at, actorId: by, organizationId } = event.metadata;
    if (event.type === 'LeadCreated') {
      const { firstName, lastName, phone, city, siteName, assignedTo } = event.data;
      return {
        leadId: parseStream(event.stream).id,
        organizationId,
        firstName,
        lastName,
        phone,
        city,
        siteName,
        assignedTo,
        planned: {},
        completed: [],
        cancelled: [],
      };
    }
    if (!lead) return undefined;
    switch (event.type) {
      case 'LeadEdited': {
        const {
          firstName = lead.firstName,
          lastName = lead.lastName,
          phone = lead.phone,
          city = lead.city,
          siteName,
        } = event.data.changes;
        return {
          ...lead,
          firstName,
          lastName,
          phone,
          city,
          siteName: siteName === undefined ? lead.siteName : (siteName ?? undefined),
        };
      }
      case 'LeadReassigned':
        return { ...lead, assignedTo: event.data.to };
      case 'VisitRecorded': {
        const {
          visitId,
          startedAt,
          endedAt,
          startedOn: day,
          place,
          accuracyMetres,
          notes,
          photoFileIds = [],
        } = event.data;
        const visit: CompletedEntry = {
          tab: 'completed',
          visitId,
          day,
          at: startedAt,
          startedAt,
          endedAt,
          ...durationMinutes(event.data),
          place,
          accuracyMetres,
          notes,
          photoFileIds,
          by,
        };
        return { ...lead, completed: [...lead.completed, visit] };
      }
      case 'FollowUpScheduled':
        return { ...lead, planned: { ...lead.planned, [event.data.followUpId]: event.data.dueOn } };
      case 'FollowUpCompleted':
        return { ...lead, planned: withoutFollowUp(lead.planned, event.data.followUpId) };
      case 'FollowUpCancelled': {
        const { followUpId, reason } = event.data;
        const day = lead.planned[followUpId];
        if (day === undefined) return lead;
        const cancelled: CancelledEntry = { tab: 'cancelled', followUpId, day, reason, by, at };
        return {
          ...lead,
          planned: withoutFollowUp(lead.planned, followUpId),
          cancelled: [...lead.cancelled, cancelled],
        };
      }
      case 'LeadDeleted':
      case 'PersonalDataErased':
        return undefined;
      default:
        return lead;
    }
  },
  documents: (lead) =>
    Object.fromEntries(
      [...lead.completed, ...lead.cancelled].flatMap((entry) =>
        entry ? [[entryId(entry), toDocument(lead, entry)]] : [],
      ),
    ),
  counts: ({ completed }) =>
    completed.flatMap((visit) =>
      visit
        ? [visitCountKey(undefined), visitCountKey(visit.by)].map((key) => ({
            key,
            amounts: { completed: 1 },
          }))
        : [],
    ),
};

/**
 * Last document of each entry, reused while its lead is unchanged, so that it is not written again.
 */
const documentCache = new WeakMap<Entry, VisitDocument>();

function toDocument(
  {
    leadId,
    organizationId,
    firstName,
    lastName,
    phone,
    city,
    siteName,
    assignedTo,
  }: VisitedLeadRecord,
  entry: Entry,
): VisitDocument {
  const leadFields = {
    leadId,
    organizationId,
    leadName: `${firstName} ${lastName}`.trim(),
    phone,
    city,
    siteName,
  };
  const member = entry.tab === 'completed' ? entry.by : assignedTo;
  const last = documentCache.get(entry);
  if (last && last.member === member && hasFields(last, leadFields)) return last;
  const document = { ...leadFields, member, ...entry };
  documentCache.set(entry, document);
  return document;
}

const hasFields = (document: VisitDocument, fields: Partial<VisitDocument>) =>
  (Object.keys(fields) as (keyof VisitDocument)[]).every(
    (field) => document[field] === fields[field],
  );

const withoutFollowUp = (planned: Readonly<Record<string, string>>, followUpId: string) => {
  const { [followUpId]: _, ...rest } = planned;
  return rest;
};
