import { verifyingMembers } from '#domain/kernel/policy.js';
import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { toOrganization } from '#domain/organizations/organization.js';
import type { Claims } from '#platform/write-side/claims.js';
import { type FoldedStreams, cachedLookup } from '#platform/write-side/folded-streams.js';
import { parseStream } from '#platform/event-log/subject.js';
import { LRUCache } from 'lru-cache';
import type { AccountCard, OrganizationCard, People } from './people.js';

/** Limit of cached account-to-organization pairs. */
const MAX_CACHED_ACCOUNTS = 10_000;

/**
 * People read from their streams and claims. Cached folds make a request cost three short reads.
 */
export function peopleFromEventLog({
  folded,
  claims,
}: {
  readonly folded: FoldedStreams;
  readonly claims: Claims;
}): People {
  const accounts = cachedLookup(
    folded,
    accountAggregate,
    (id, state, { createdAt }): AccountCard | undefined => {
      if (state.phase !== 'open' || createdAt === undefined) return undefined;
      const { name, phone, verified, inviteCode, locationId, language } = state;
      return { id, name, phone, verified, inviteCode, locationId, language, openedAt: createdAt };
    },
  );
  const organizations = cachedLookup(
    folded,
    organizationAggregate,
    (id, state): OrganizationCard | undefined => {
      const organization = toOrganization(id, state);
      if (state.phase !== 'founded' || !organization) return undefined;
      const { details, slug, inviteCode } = state;
      return { ...organization, name: details.name, slug, inviteCode };
    },
  );
  const idInStream = (stream: string | undefined) => stream && parseStream(stream).id;
  const lastOrganizations = new LRUCache<string, string>({ max: MAX_CACHED_ACCOUNTS });

  return {
    findAccount: (id) => accounts.get(id),
    findAccountByPhone: async (phone) =>
      idInStream(await claims.findHolder('account-phone', undefined, phone, accountAggregate)),
    findOrganizationByInviteCode: async (inviteCode) =>
      idInStream(
        await claims.findHolder('invite-code', undefined, inviteCode, organizationAggregate),
      ),
    async hasVerifiedAdmin(organizationId) {
      const organization = await organizations.get(organizationId);
      for (const id of organization ? verifyingMembers(organization) : [])
        if ((await accounts.get(id))?.verified) return true;
      return false;
    },
    async findMembership(accountId) {
      // The claim names the organization that may hold the membership; only the organization's
      // stream says whether it does. The account's last known organization is read together with
      // the claim, because it seldom changes.
      const expectedId = lastOrganizations.get(accountId);
      const expectedOrganization =
        expectedId === undefined ? undefined : organizations.get(expectedId);
      // Avoids an unhandled rejection if another organization is read below.
      expectedOrganization?.catch(() => undefined);
      const claim = await claims.readLastReservation(
        claims.claimName({ kind: 'membership', value: accountId }, undefined),
      );
      const id = claim && parseStream(claim.data.holder).id;
      if (id === undefined) return undefined;
      lastOrganizations.set(accountId, id);
      const organization = await (id === expectedId ? expectedOrganization : organizations.get(id));
      const role = organization?.members.get(accountId);
      return organization && role && { organization, role };
    },
    async findLeftOrganization(accountId, commandId) {
      const claim = claims.claimName({ kind: 'membership', value: accountId }, undefined);
      for (const stream of await claims.findPastHolders(claim)) {
        const { commandResults } = await folded.load(organizationAggregate, stream);
        if (commandResults.get(commandId)?.type === 'MemberLeft') return idInStream(stream);
      }
      return undefined;
    },
  };
}
