import {
  type Account,
  type Member,
  type Organization,
  type Rule,
  internalMember,
  mayEver,
  verifyingMembers,
} from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import type { CachedLookup } from './folded-streams.js';

/** Organization with everything that commands may refer to, folded from its stream. */
export type KnownOrganization = Organization & { readonly locations: ReadonlySet<string> };

/** Organizations with their members, as their streams are now. */
export abstract class Organizations implements CachedLookup<KnownOrganization> {
  abstract get(id: string): Promise<KnownOrganization | undefined>;
}

/** Sender of a command, and the organization that the command is about. */
export type Permission = {
  readonly account: Account;
  readonly organization: KnownOrganization | undefined;
  readonly member: Member | undefined;
  /** Set only for an organization that the sender wants to join. */
  readonly isOrganizationVerified?: boolean;
  readonly memberAccounts?: readonly Account[];
};

type PermissionRequest = {
  readonly rule: Rule;
  readonly needsMemberAccounts?: boolean;
  readonly internal: boolean | undefined;
  readonly actorId: string;
  /** Organization of the session, or of the stream. */
  readonly organizationId: string | undefined;
  /** Whether the session says that the actor is a member. */
  readonly claimsMembership?: boolean;
};

/** Whether a command needs its sender's organization. Called before the stream is known. */
export const needsOrganization = (rule: Rule): boolean =>
  rule !== 'internal' && rule !== 'account' && rule !== 'newcomer';

/**
 * Checks whether an account may send a command, by the current streams of accounts and
 * organizations, not by the session.
 */
export const createPermissionCheck = ({
  accounts,
  organizations,
}: {
  accounts: CachedLookup<Account>;
  organizations: Organizations;
}) => {
  return checkPermission;

  /** @throws Refusal */
  async function checkPermission({
    rule,
    needsMemberAccounts,
    internal,
    actorId,
    organizationId,
    claimsMembership,
  }: PermissionRequest): Promise<Permission> {
    const [organization, account] = await Promise.all([
      organizationId ? organizations.get(organizationId) : undefined,
      accounts.get(actorId),
    ]);
    if (internal)
      return {
        account: account ?? newAccount(actorId),
        organization,
        member: organization && internalMember(actorId),
      };

    if (!account) return refuse('account-not-found');
    const role = organization?.members.get(actorId);
    if (claimsMembership && role === undefined) return refuse('not-allowed');
    if (!mayEver(rule, role))
      return refuse(rule === 'newcomer' ? 'already-a-member' : 'not-allowed');
    const isOrganizationVerified =
      rule === 'newcomer' && organization ? await isVerified(organization) : undefined;
    const memberAccounts =
      needsMemberAccounts && organization ? await loadAccounts(organization) : undefined;
    return {
      account,
      organization,
      member: role && { id: actorId, role },
      isOrganizationVerified,
      memberAccounts,
    };
  }

  /** The result stays true until the decision, because a number stays verified. */
  async function isVerified(organization: Organization): Promise<boolean> {
    const found = await Promise.all(verifyingMembers(organization).map((id) => accounts.get(id)));
    return found.some((account) => account?.verified);
  }

  async function loadAccounts({ members }: Organization): Promise<readonly Account[]> {
    const loaded = await Promise.all([...members.keys()].map((id) => accounts.get(id)));
    return loaded.filter((account) => account !== undefined);
  }
};

/** Account that does not exist yet, or for which a job acts. */
const newAccount = (id: string): Account => ({ id, verified: false, requestedRole: undefined });
