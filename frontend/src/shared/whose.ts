import { t } from '@lingui/core/macro';
import { UserRound } from 'lucide-react';
import { seesEverything } from '#domain/kernel/policy.js';
import { useMe } from '../lib/session.js';
import { useTeam } from './team.js';

/** By whom a list is narrowed, for who sees more than their own. */
export function useWhose<Name extends string>(filter: Name, label: string, asked: string | undefined) {
  const { role, account } = useMe();
  const seesAll = role !== null && seesEverything(role);
  const members = useTeam({ enabled: seesAll }).data?.members ?? [];
  const name = members.find(({ memberId }) => memberId === asked)?.name;
  const options = members.map((member) => ({
    value: member.memberId,
    label: member.memberId === account.id ? t`${member.name} (you)` : member.name,
  }));
  const one = {
    name: filter,
    icon: UserRound,
    label,
    words: asked && (name ?? t`that person`),
    many: true,
    options: [{ value: '', label: t`Everyone` }, ...options],
  };
  return seesAll ? [one] : [];
}
