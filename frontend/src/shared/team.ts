import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from './answer.js';

/** Who is in the organization: for the assignee and for filters by person. */
export const useTeam = ({ enabled = true } = {}) =>
  useQuery({
    ...answerOf('/api/team', ['team', 'people', 'role-requests']),
    enabled,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
