import {
  type Account,
  type Member,
  type Organization,
  type Rule,
  mayEver,
} from '#domain/kernel/policy.js';
import { refuse } from '#domain/kernel/refusal.js';
import type { CachedLookup } from './folded.js';

/** Folded from its own stream, with what commands may refer to. */
export type KnownOrganization = Organization & { readonly locations: ReadonlySet<string> };

/** Organizations with their members, as their own streams have them now. */
export abstract class Organizations implements CachedLookup<KnownOrganization> {
  abstract of(id: string): Promise<KnownOrganization | undefined>;
}

/** The sender of a command, and the organization that it is about. */
export type Permitted = {
  readonly account: Account;
  readonly organization: KnownOrganization | undefined;
  readonly member: Member | undefined;
  /** Known only of an organization that the sender wants to join. */
  readonly hasVerifiedAdmin?: boolean;
  readonly memberAccounts?: readonly Account[];
};

type PermissionRequest = {
  readonly rule: Rule;
  readonly asksForMembers?: boolean;
  readonly internal: boolean | undefined;
  readonly actorId: string;
  /** The session's, or the one whose stream it is. */
  readonly organizationId: string | undefined;
  /** The session says that the actor is a member of it. */
  readonly isOfMember?: boolean;
};

/**
 * Whether a command is about the organization that its sender is in. Asked before the record's name
 * can be known.
 */
export const needsOrganization = (rule: Rule): boolean =>
  rule !== 'internal' && rule !== 'account' && rule !== 'newcomer';

/**
 * Whether an account may send a command at all, by the streams of accounts and organizations as
 * they are now, not by the session.
 */
export const permissions = ({
  accounts,
  organizations,
}: {
  accounts: CachedLookup<Account>;
  organizations: Organizations;
}) => {
  return permitted;

  /** @throws Refusal */
  async function permitted({
    rule,
    asksForMembers,
    internal,
    actorId,
    organizationId,
    isOfMember,
  }: PermissionRequest): Promise<Permitted> {
    const [organization, account] = await Promise.all([
      organizationId ? organizations.of(organizationId) : undefined,
      accounts.of(actorId),
    ]);
    if (internal)
      return {
        account: account ?? unknown(actorId),
        organization,
        member: organization && { id: actorId, role: 'admin' },
      };

    if (!account) return refuse('account-not-found');
    const role = organization?.members.get(actorId);
    if (isOfMember && role === undefined) return refuse('not-allowed');
    if (!mayEver(rule, role))
      return refuse(rule === 'newcomer' ? 'already-a-member' : 'not-allowed');
    const hasVerifiedAdmin =
      rule === 'newcomer' && organization ? await verifiedAdminIn(organization) : undefined;
    const memberAccounts =
      asksForMembers && organization ? await accountsOf(organization) : undefined;
    return {
      account,
      organization,
      member: role && { id: actorId, role },
      hasVerifiedAdmin,
      memberAccounts,
    };
  }

  /** A number stays verified, so what is found here is still true when the command is decided. */
  async function verifiedAdminIn({ members }: Organization): Promise<boolean> {
    for (const [id, role] of members)
      if (role === 'admin' && (await accounts.of(id))?.verified) return true;
    return false;
  }

  async function accountsOf({ members }: Organization): Promise<readonly Account[]> {
    const found = await Promise.all([...members.keys()].map((id) => accounts.of(id)));
    return found.filter((account) => account !== undefined);
  }
};

/** An account that is only being opened, or a job of ours. */
const unknown = (id: string): Account => ({ id, verified: false, requestedRole: undefined });
