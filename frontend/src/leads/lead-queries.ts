import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryClient } from '../lib/query-client.js';
import { leadQuery, timelineQuery } from '../shared/lead-record.js';
import { useListQuery } from '../shared/list-query.js';
import { type LeadFilters, leadFilters } from './lead-filters.js';

export const leadKeys = {
  lists: ['leads'] as const,
  one: (leadId: string) => leadQuery(leadId).queryKey,
  timeline: (leadId: string) => timelineQuery(leadId).queryKey,
};

/** Rows are sorted and counted by views that change together. */
export const useLeadList = (filters: LeadFilters) => useListQuery('leads', leadFilters.params(filters), ['lead-list', 'people']);

export const useLead = (leadId: string, { enabled = true } = {}) => useQuery({ ...leadQuery(leadId), enabled });

/** Before it is needed: a lead opens from its row without a blank. */
export const prefetchLead = (leadId: string): void => void queryClient.prefetchQuery(leadQuery(leadId));

export const useTimeline = (leadId: string, { enabled = true } = {}) => useInfiniteQuery({ ...timelineQuery(leadId), enabled });

/** Started with the page, beside the lead's own request. */
export function prefetchTimeline(leadId: string): void {
  if (!queryClient.getQueryState(leadKeys.timeline(leadId))) void queryClient.prefetchInfiniteQuery(timelineQuery(leadId));
}
