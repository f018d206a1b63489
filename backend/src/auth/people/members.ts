import { compare } from '#domain/kernel/order.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import {
  type MemberDocument,
  MEMBERS_KEY,
  team,
} from '#projections/organizations/team.projection.js';

/** Members of an organization, in order of joining. Not paged: there are some hundreds at most. */
export async function findMembers(
  views: Views,
  organizationId: string,
): Promise<readonly MemberDocument[]> {
  const ids = Object.keys(
    (await views.getSums(team, organizationId, [MEMBERS_KEY])).get(MEMBERS_KEY) ?? {},
  );
  const members = [...(await views.get<MemberDocument>(team, organizationId, ids)).values()];
  return members.sort(
    (one, other) => compare(one.joinedAt, other.joinedAt) || compare(one.memberId, other.memberId),
  );
}
