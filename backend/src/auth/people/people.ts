import type { Language } from '#domain/accounts/account.values.js';
import type { Organization, Role } from '#domain/kernel/policy.js';

/** Account, folded from its own stream. */
export type AccountCard = {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly verified: boolean;
  readonly openedAt: string;
  readonly inviteCode: string | undefined;
  readonly locationId: string | undefined;
  readonly language: Language | undefined;
};
export type OrganizationCard = Organization & {
  readonly name: string;
  readonly slug: string;
  readonly inviteCode: string;
};
export type Membership = { readonly organization: OrganizationCard; readonly role: Role };

/** Accounts and memberships, folded from their present streams and never read from a view. */
export abstract class People {
  abstract findAccount(id: string): Promise<AccountCard | undefined>;
  /** Id of the account that has verified the number. */
  abstract findAccountByPhone(phone: string): Promise<string | undefined>;
  /**
   * Whether an admin of the organization has verified a number. Until then a stranger may have
   * founded it, under any name.
   */
  abstract hasVerifiedAdmin(organizationId: string): Promise<boolean>;
  abstract findMembership(accountId: string): Promise<Membership | undefined>;
  /** Organization that the account left by the command with this id. */
  abstract findLeftOrganization(accountId: string, commandId: string): Promise<string | undefined>;
  abstract findOrganizationByInviteCode(inviteCode: string): Promise<string | undefined>;
}

/** Days for which an unverified account may be used in the browser that signed up. */
const GRACE_DAYS = 3;

export const graceEndsAt = ({ openedAt }: AccountCard): string =>
  new Date(Date.parse(openedAt) + GRACE_DAYS * 24 * 60 * 60 * 1000).toISOString();
