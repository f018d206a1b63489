import type { InfiniteData } from '@tanstack/react-query';
import type { List } from '#domain/kernel/views.js';
import type { Dashboard, LeadDetail, LeadItem } from '#domain/leads/lead.views.js';
import type { UpcomingVisit, VisitItem } from '#domain/visits/visit.views.js';
import { queryClient } from '../lib/query-client.js';

const one = <Answer>(name: string): readonly Answer[] =>
  queryClient.getQueriesData<Answer>({ queryKey: [name] }).flatMap(([, answer]) => answer ?? []);
const rows = <Item>(name: string): readonly Item[] => one<InfiniteData<List<Item>>>(name).flatMap(({ pages }) => pages.flatMap(({ items }) => items));

/** Leads that this device has seen, by themselves, in lists and on the dashboard: all that is known of them without a network. */
export const seenLeads = (): readonly LeadItem[] => [
  ...one<LeadDetail>('lead'),
  ...rows<LeadItem>('leads'),
  ...one<Dashboard>('dashboard').flatMap(({ recentLeads }) => recentLeads),
];

/** As much of a lead as the row of a follow-up says. */
type SeenLead = Pick<LeadItem, 'leadId' | 'name' | 'siteName' | 'city' | 'status'>;

/** The same, and those that were seen with a follow-up only, today, on the agenda or among the visits to come. */
export function seenSomewhere(): readonly SeenLead[] {
  const followUps = [...rows<UpcomingVisit>('follow-ups'), ...rows<VisitItem>('visits').filter((visit) => visit.tab === 'upcoming')];
  return [...seenLeads(), ...followUps.map(({ leadName, ...lead }) => ({ ...lead, name: leadName }))];
}
