import { compare } from '#domain/kernel/order.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import {
  type MemberDocument,
  membersKey,
  team,
} from '#projections/organizations/team.projection.js';

/**
 * All who belong to an organization, who joined first coming first. It has some hundreds at most;
 * more would be paged.
 */
export async function membersOf(
  views: Views,
  organizationId: string,
): Promise<readonly MemberDocument[]> {
  const ids = Object.keys(
    (await views.sums(team, organizationId, [membersKey])).get(membersKey) ?? {},
  );
  const members = [...(await views.get<MemberDocument>(team, organizationId, ids)).values()];
  return members.sort(
    (one, other) => compare(one.joinedAt, other.joinedAt) || compare(one.memberId, other.memberId),
  );
}
