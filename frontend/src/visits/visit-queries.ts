import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { LeadStatus, LeadType } from '#domain/leads/lead.commands.js';
import type { FollowUpGroup, FollowUpList, VisitList } from '#domain/visits/visit.views.js';
import { get } from '../lib/api.js';
import { type VisitFilters, visitParamsOf } from './visit-filters.js';

const next = ({ hasMore, next: cursor }: { readonly hasMore: boolean; readonly next?: string }): string | undefined => (hasMore ? cursor : undefined);

export function useVisits(filters: VisitFilters) {
  const params = visitParamsOf(filters);
  return useInfiniteQuery({
    queryKey: ['visits', params],
    queryFn: ({ pageParam, signal }) => get<VisitList>('/api/visits', { ...params, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: next,
    // each tab counts them all
    meta: { views: ['follow-ups', 'visits', 'people'], kept: true },
  });
}

/** What the agenda is asked for. */
export interface AgendaFilters {
  readonly q: string;
  readonly group: FollowUpGroup | 'All';
  readonly status: LeadStatus | 'All';
  readonly type: LeadType | 'All';
}

/** As parameters, of an address or a query; what is not filtered is left out. */
export const agendaParamsOf = ({ q, group, status, type }: AgendaFilters): Record<string, string> => ({
  ...(q.trim() && { q: q.trim() }),
  ...(group !== 'All' && { group }),
  ...(status !== 'All' && { status }),
  ...(type !== 'All' && { type }),
});

export function useAgenda(filters: AgendaFilters) {
  const params = agendaParamsOf(filters);
  return useInfiniteQuery({
    queryKey: ['follow-ups', params],
    queryFn: ({ pageParam, signal }) => get<FollowUpList>('/api/follow-ups', { ...params, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
    meta: { views: ['follow-ups', 'people'], kept: true },
  });
}
