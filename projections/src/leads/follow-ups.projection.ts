import { type LeadEvent, leadEvents } from '#domain/leads/lead.events.js';
import type { PerStream } from '#platform/projection-running/projection.js';
import { type LeadCard, cardAfter } from './lead-card.js';

/** A visit to come. What day it is today is compared when it is read. */
export type FollowUpDocument = Pick<LeadCard, 'leadId' | 'organizationId' | 'name' | 'phone' | 'city' | 'siteName' | 'assignedTo' | 'status'> & {
  readonly followUpId: string;
  readonly dueOn: string;
};

/** Under which key a member's open follow-ups are counted by the day they are due; without a member, everybody's. */
export const followUpCountKey = (assignedTo = 'everyone') => assignedTo;

/** How many of them are due after one day and until another. */
export const dueBetween = (byDay: Readonly<Record<string, number>>, after: string, until: string): number =>
  Object.entries(byDay).reduce((sum, [day, count]) => (day > after && day <= until ? sum + count : sum), 0);

/** What is due when, and whose it is. */
export const followUps: PerStream<LeadEvent, LeadCard, FollowUpDocument> = {
  name: 'follow-ups',
  version: 1,
  events: leadEvents,
  indexes: [
    { equal: ['organizationId'], sort: ['dueOn'] },
    { equal: ['organizationId', 'assignedTo'], sort: ['dueOn'] },
  ],
  search: ['name', 'phone', 'city', 'siteName'],
  audience: ({ assignedTo }) => assignedTo,
  fold: cardAfter,
  documents: ({ leadId, organizationId, name, phone, city, siteName, assignedTo, status, followUps }) =>
    Object.fromEntries(
      followUps.map(({ followUpId, dueOn }) => [
        followUpId,
        { followUpId, dueOn, leadId, organizationId, name, phone, city, siteName, assignedTo, status },
      ]),
    ),
  counts: ({ assignedTo, followUps }) =>
    ['everyone', assignedTo].flatMap((who) => followUps.map(({ dueOn }) => ({ key: followUpCountKey(who), amounts: { [dueOn]: 1 } }))),
};
