import type { Language } from '#domain/accounts/account.values.js';
import type { Organization, Role } from '#domain/kernel/policy.js';

/** An account as its own stream has it now. */
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

/** Accounts and memberships folded from their current streams, never read from a view. */
export abstract class People {
  abstract account(id: string): Promise<AccountCard | undefined>;
  /** Id of the account that has verified the number. */
  abstract accountWith(phone: string): Promise<string | undefined>;
  /**
   * Whether an admin of the organization has verified a number: until then anybody could have
   * founded it, under any name.
   */
  abstract hasVerifiedAdmin(organizationId: string): Promise<boolean>;
  abstract membership(accountId: string): Promise<Membership | undefined>;
  /** The organization that the account has left by the command of that id. */
  abstract leftBy(accountId: string, commandId: string): Promise<string | undefined>;
  abstract organizationWith(inviteCode: string): Promise<string | undefined>;
}

/** How long an account may be used in the browser that signed up before its number is verified. */
const graceDays = 3;

export const graceEndsAt = ({ openedAt }: AccountCard): string =>
  new Date(Date.parse(openedAt) + graceDays * 24 * 60 * 60 * 1000).toISOString();
