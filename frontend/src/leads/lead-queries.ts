import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LeadDetail, TimelineEntry } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import { get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';
import { useListQuery } from '../shared/list-query.js';
import { type LeadFilters, leadFilters } from './lead-filters.js';

export const leadKeys = {
  lists: ['leads'] as const,
  one: (leadId: string) => ['lead', leadId] as const,
  timeline: (leadId: string) => ['timeline', leadId] as const,
};

/** Rows are sorted and counted by views that change together. */
export const useLeadList = (filters: LeadFilters) => useListQuery('leads', leadFilters.params(filters), ['lead-list', 'people']);

const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: leadKeys.one(leadId),
    queryFn: ({ signal }) => get<LeadDetail>(`/api/leads/${leadId}`, {}, { signal }),
    meta: { views: ['lead-detail', 'people'], kept: true },
  });

/** `anew`: what is there is asked again when the screen opens, however young it is. */
export const useLead = (leadId: string, { enabled = true, anew = false } = {}) =>
  useQuery({ ...leadQuery(leadId), enabled, refetchOnMount: anew ? 'always' : true });

/** Before it is needed: a lead opens from its row without a blank. */
export const prefetchLead = (leadId: string): void => void queryClient.prefetchQuery(leadQuery(leadId));

const timelineQuery = (leadId: string) =>
  infiniteQueryOptions({
    queryKey: leadKeys.timeline(leadId),
    queryFn: ({ pageParam, signal }) => get<List<TimelineEntry>>(`/api/leads/${leadId}/timeline`, { after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.next : undefined),
    // entries are told only while the page is open: whoever comes back may have missed some
    staleTime: 0,
    meta: { views: ['lead-timeline', 'people'], kept: true },
  });

export const useTimeline = (leadId: string, { enabled = true } = {}) => useInfiniteQuery({ ...timelineQuery(leadId), enabled });

/** Started with the page, beside the lead's own request. */
export function prefetchTimeline(leadId: string): void {
  if (!queryClient.getQueryState(leadKeys.timeline(leadId))) void queryClient.prefetchInfiniteQuery(timelineQuery(leadId));
}
