import { accountQueries } from '#domain/accounts/account.queries.js';
import type { Me } from '#domain/accounts/account.views.js';
import { listRights } from '#domain/policy.js';
import { Controller, Get } from '@nestjs/common';
import { type Caller, SignedIn } from '../auth/caller.js';
import { graceEndsAt } from '../auth/people/people.js';

@Controller()
export class MeController {
  /** Folded from the account's and the organization's streams, so it is never outdated. */
  @Get(accountQueries.GetMe.path)
  me(@SignedIn() { account, membership }: Caller): Me {
    const { id, name, phone, verified, language = null } = account;
    return {
      account: { id, name, phone, language },
      memberId: membership ? id : null,
      role: membership?.role ?? null,
      organization: membership ? toShownOrganization(membership.organization) : null,
      rights: listRights(membership?.role),
      verification: verified ? { verified } : { verified, graceEndsAt: graceEndsAt(account) },
    };
  }
}

const toShownOrganization = ({
  id,
  name,
  slug,
  timeZone,
  inviteCode,
  leaderboardOpen,
}: NonNullable<Caller['membership']>['organization']) => ({
  id,
  name,
  slug,
  timeZone,
  inviteCode,
  leaderboardOpen,
});
