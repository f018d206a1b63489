import type { LeadDetail, LeadItem } from '#domain/leads/lead.views.js';
import type { UpcomingVisit } from '#domain/visits/visit.views.js';
import { leadRecords } from './lead-record.js';
import { seenAnswers, seenRows } from './seen-answers.js';

/** Leads that this device has seen, by themselves, in lists and on the dashboard: all that is known of them without a network. */
export const seenLeads = (): readonly LeadItem[] => [
  ...leadRecords.seen(),
  ...seenRows('/api/leads'),
  ...seenAnswers('/api/dashboard').flatMap(({ recentLeads }) => recentLeads),
];

/** As much of a lead as the row of a follow-up says. */
export type SeenLead = Pick<LeadItem, 'leadId' | 'name' | 'siteName' | 'city' | 'status'>;

const plannedVisits = (): readonly UpcomingVisit[] => [
  ...seenRows('/api/follow-ups'),
  ...seenRows('/api/visits').filter((visit) => visit.tab === 'upcoming'),
];

/** The same, and those that were seen with a follow-up only, today, on the agenda or among the visits to come. */
export const seenSomewhere = (): readonly SeenLead[] => [
  ...seenLeads(),
  ...plannedVisits().map(({ leadName, ...lead }) => ({ ...lead, name: leadName })),
];

/** What a page can show of a lead: what is missing was not seen on this device. */
export type KnownLead = Pick<LeadDetail, 'leadId' | 'name'> & Partial<LeadDetail>;

/** A lead whose page was never opened, as far as rows, visits, the map and the newest notes have said who it is. */
export function seenLead(leadId: string): KnownLead | undefined {
  const isIt = (each: { readonly leadId: string }): boolean => each.leadId === leadId;
  const planned = plannedVisits().filter(isIt);
  const known = planned.map(({ followUpId, dueOn, note }) => [followUpId, { followUpId, dueOn, note }] as const);
  const followUps = [...new Map(known).values()].toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
  const row = seenLeads().find(isIt);
  const visited = planned[0] ?? seenRows('/api/visits').find(isIt);
  const mentioned =
    visited ??
    seenAnswers('/api/visit-pins')
      .flatMap(({ items }) => items)
      .find(isIt) ??
    seenAnswers('/api/dashboard')
      .flatMap(({ recentActivity }) => recentActivity)
      .find(isIt);
  if (!row && !mentioned) return undefined;
  const { phone, city, siteName } = visited ?? {};
  const { status, type, assignedTo } = planned[0] ?? {};
  return {
    ...{ leadId, name: mentioned?.leadName ?? '', phone, city, siteName, status, type, assignedTo },
    ...row,
    ...(followUps.length > 0 && { followUps }),
  };
}
