import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LeadDetail, LeadList, TimelineEntry } from '#domain/leads/lead.views.js';
import type { List } from '#domain/kernel/views.js';
import { get } from '../lib/api.js';
import { isListed, type LeadFilters, paramsOf } from './filters.js';
import { queryClient } from '../lib/query-client.js';

export const leadKeys = {
  lists: ['leads'] as const,
  list: (filters: LeadFilters) => ['leads', { ...filters, q: filters.q.trim() }] as const,
  one: (leadId: string) => ['lead', leadId] as const,
  timeline: (leadId: string) => ['timeline', leadId] as const,
};

/** Rows are sorted and counted by views that change together; the tabs stay while another search is on its way. */
export function useLeadList(filters: LeadFilters) {
  return useInfiniteQuery({
    queryKey: leadKeys.list(filters),
    queryFn: ({ pageParam, signal }) => get<LeadList>('/api/leads', { ...paramsOf(filters), after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.next : undefined),
    placeholderData: (before) => before && heldRows(before, filters),
    meta: { views: ['lead-list', 'people'], kept: true },
  });
}

/** What is loaded and fits already, while the server is asked: a tab that is changed does not go blank. */
function heldRows(before: InfiniteData<LeadList, string | undefined>, filters: LeadFilters): InfiniteData<LeadList, string | undefined> {
  const [first] = before.pages;
  if (!first) return before;
  const items = before.pages.flatMap((page) => page.items).filter((item) => isListed(item, filters));
  return {
    pages: [{ ...first, items, hasMore: false, next: undefined, total: filters.status === 'All' ? first.total : first.counts[filters.status] }],
    pageParams: [undefined],
  };
}

/** `anew`: what is there is asked again when the screen opens, however young it is. */
export function useLead(leadId: string, { enabled = true, anew = false } = {}) {
  return useQuery({
    enabled,
    refetchOnMount: anew ? 'always' : true,
    queryKey: leadKeys.one(leadId),
    queryFn: ({ signal }) => get<LeadDetail>(`/api/leads/${leadId}`, {}, { signal }),
    meta: { views: ['lead-detail', 'people'], kept: true },
  });
}

export function useTimeline(leadId: string, { enabled = true } = {}) {
  return useInfiniteQuery({
    enabled,
    queryKey: leadKeys.timeline(leadId),
    queryFn: ({ pageParam, signal }) => get<List<TimelineEntry>>(`/api/leads/${leadId}/timeline`, { after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.next : undefined),
    // entries are told only while the page is open: whoever comes back may have missed some
    staleTime: 0,
    meta: { views: ['lead-timeline', 'people'], kept: true },
  });
}

/** Before it is needed: a lead opens from its card without a blank. */
export function prefetchLead(leadId: string): void {
  void queryClient.prefetchQuery({
    queryKey: leadKeys.one(leadId),
    queryFn: () => get<LeadDetail>(`/api/leads/${leadId}`),
    meta: { views: ['lead-detail', 'people'], kept: true },
  });
}
