import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { asOrganization } from '#domain/organizations/organization.js';
import type { Claims } from '#platform/write-side/claims.js';
import { type FoldedStreams, cachedLookup } from '#platform/write-side/folded.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { LRUCache } from 'lru-cache';
import type { AccountCard, OrganizationCard, People } from './people.js';

/** Accounts of which a process remembers the organization. */
const mostRemembered = 10_000;

/**
 * Asked of the streams and claims themselves. What was folded before is read on: a request costs
 * three short reads.
 */
export function peopleInLog({
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
      const known = asOrganization(id, state);
      if (state.phase !== 'founded' || !known) return undefined;
      return { ...known, name: state.details.name, slug: state.slug, inviteCode: state.inviteCode };
    },
  );
  const idOf = (stream: string | undefined) => stream && subjectOf(stream).id;
  const lastOrganizations = new LRUCache<string, string>({ max: mostRemembered });

  return {
    account: (id) => accounts.get(id),
    accountWith: async (phone) =>
      idOf(await claims.holderOf('account-phone', undefined, phone, accountAggregate)),
    organizationWith: async (inviteCode) =>
      idOf(await claims.holderOf('invite-code', undefined, inviteCode, organizationAggregate)),
    async hasVerifiedAdmin(organizationId) {
      for (const [id, role] of (await organizations.get(organizationId))?.members ?? [])
        if (role === 'admin' && (await accounts.get(id))?.verified) return true;
      return false;
    },
    async membership(accountId) {
      // The claim says who may hold the membership; the organization's own stream, read once for
      // both, whether they do. That of the last time is read along with the claim, which it seldom
      // changes.
      const foreseen = lastOrganizations.get(accountId);
      const lastKnown = foreseen === undefined ? undefined : organizations.get(foreseen);
      lastKnown?.catch(() => undefined);
      const claim = await claims.lastReserved(
        claims.claimName({ kind: 'membership', value: accountId }, undefined),
      );
      const id = claim && subjectOf(claim.data.holder).id;
      if (id === undefined) return undefined;
      lastOrganizations.set(accountId, id);
      const organization = await (id === foreseen ? lastKnown : organizations.get(id));
      const role = organization?.members.get(accountId);
      return organization && role && { organization, role };
    },
    async leftBy(accountId, commandId) {
      for (const stream of await claims.pastHolders(
        claims.claimName({ kind: 'membership', value: accountId }, undefined),
      ))
        if (
          (await folded.load(organizationAggregate, stream)).commandResults.get(commandId)?.type ===
          'MemberLeft'
        )
          return idOf(stream);
      return undefined;
    },
  };
}
