import { answersRequests } from '#domain/kernel/policy.js';
import type { TeamMember } from '#domain/organizations/organization.views.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import { type NumberDocument, numbers } from '#projections/accounts/numbers.projection.js';
import {
  type MemberDocument,
  type RoleRequestDocument,
  roleRequests,
} from '#projections/organizations/team.projection.js';
import type { Asker } from '../auth/caller.js';
import type { PersonNames } from '../auth/people/names.js';

type Sources = { readonly views: Views; readonly names: PersonNames };

/** Members with their names. Only members who assign roles see numbers and requested roles. */
export async function loadTeamMembers(
  { views, names }: Sources,
  members: readonly MemberDocument[],
  { organizationId, role }: Pick<Asker, 'organizationId' | 'role'>,
): Promise<readonly TeamMember[]> {
  const ids = members.map(({ memberId }) => memberId);
  const person = await names.load(ids);
  const forAdmins = answersRequests(role)
    ? await loadDetailsForAdmins(views, organizationId, ids)
    : new Map<string, object>();
  return members.map(({ memberId, role: memberRole, joinedAt }) => ({
    memberId,
    name: person(memberId).name,
    role: memberRole,
    joinedAt,
    ...forAdmins.get(memberId),
  }));
}

async function loadDetailsForAdmins(
  views: Views,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<TeamMember, 'phone' | 'requestedRole'>>> {
  const [accounts, requests] = await Promise.all([
    views.get<NumberDocument>(numbers, '', ids),
    views.get<RoleRequestDocument>(roleRequests, organizationId, ids),
  ]);
  return new Map(
    ids.map((id) => {
      const [phone, requestedRole] = [accounts.get(id)?.phone, requests.get(id)?.role];
      return [id, { ...(phone && { phone }), ...(requestedRole && { requestedRole }) }];
    }),
  );
}
