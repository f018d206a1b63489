import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMe } from '../../lib/account/session.js';
import { answerOf } from '../records/answer.js';

/** Members of the organization. */
export const useTeam = ({ enabled = true } = {}) =>
  useQuery({
    ...answerOf('/api/team', ['team', 'people', 'role-requests'], {}),
    enabled,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });

/** Members as options; the member's own name is marked. */
export function useMemberOptions({ enabled = true } = {}) {
  const { account } = useMe();
  const members = useTeam({ enabled }).data?.members ?? [];
  return members.map(({ memberId, name, role }) => ({
    value: memberId,
    label: memberId === account.id ? t`${name} (you)` : name,
    name,
    role,
  }));
}
