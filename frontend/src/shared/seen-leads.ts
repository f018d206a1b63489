import type { InfiniteData } from '@tanstack/react-query';
import type { LeadDetail, LeadItem, LeadList } from '#domain/leads/lead.views.js';
import { queryClient } from '../lib/query-client.js';

/** Leads that this device has seen, by themselves and in lists: all that is known of them without a network. */
export function seenLeads(): readonly LeadItem[] {
  const lists = queryClient.getQueriesData<InfiniteData<LeadList>>({ queryKey: ['leads'] });
  const details = queryClient.getQueriesData<LeadDetail>({ queryKey: ['lead'] });
  return [...details.flatMap(([, lead]) => lead ?? []), ...lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])];
}
