import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePermissions, useMe } from '../../lib/account/session.js';
import { answerOf } from '../records/answer.js';
import { nameWithPhone } from './person-name.js';

/** Members of the organization. */
export const useTeam = ({ enabled = true } = {}) =>
  useQuery({
    ...answerOf('/api/team', ['team', 'people', 'role-requests'], {}),
    enabled,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });

export const useMember = (memberId: string) =>
  useTeam().data?.members.find((member) => member.memberId === memberId);

/** Work that each member has in hand, for members who may see it. */
export function useTeamWork() {
  const isAllowed = usePermissions()('GET /api/team-work');
  return useQuery({
    ...answerOf('/api/team-work', ['dashboard', 'team'], {}),
    enabled: isAllowed,
  });
}

/** Members as options. The member's own name is marked, and namesakes have their numbers. */
export function useMemberOptions({ enabled = true } = {}) {
  const { account } = useMe();
  const members = useTeam({ enabled }).data?.members ?? [];
  return members.map((member) => {
    const { memberId, role } = member;
    const hasNamesake = members.some(
      (other) => other.name === member.name && other.memberId !== memberId,
    );
    const name = hasNamesake ? nameWithPhone(member) : member.name;
    return {
      value: memberId,
      label: memberId === account.id ? t`${name} (you)` : name,
      name,
      role,
    };
  });
}
