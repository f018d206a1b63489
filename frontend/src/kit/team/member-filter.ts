import { t } from '@lingui/core/macro';
import { UserRound } from 'lucide-react';
import { seesEverything } from '#domain/kernel/policy.js';
import { useMe } from '../../lib/account/session.js';
import { useMemberOptions } from './team.js';

/** Filter by member, for roles that see everybody's records. */
export function useMemberFilter<Name extends string>(
  filter: Name,
  label: string,
  memberId: string | undefined,
) {
  const { role } = useMe();
  const seesAll = role !== null && seesEverything(role);
  const members = useMemberOptions({ enabled: seesAll });
  const name = members.find(({ value }) => value === memberId)?.name;
  const memberFilter = {
    name: filter,
    icon: UserRound,
    label,
    chipLabel: memberId ? (name ?? t`that person`) : t`${label}: everyone`,
    isSearchable: true,
    options: [{ value: '', label: t`Everyone` }, ...members],
  };
  return seesAll ? [memberFilter] : [];
}
