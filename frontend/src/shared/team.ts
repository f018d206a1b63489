import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Team } from '#domain/organizations/organization.views.js';
import { get } from '../lib/api.js';

/** Who is in the organization: for the assignee and for filters by person. */
export function useTeam({ enabled = true } = {}) {
  return useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => get<Team>('/api/team', {}, { signal }),
    enabled,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    meta: { views: ['team', 'people', 'role-requests'], kept: true },
  });
}
