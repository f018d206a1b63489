import { Injectable } from '@nestjs/common';
import { type AccountCard, People, graceEndsAt } from './people.js';
import { QueriedPeople } from './queried-people.js';
import { Sessions } from './sessions.js';
import type { Caller } from './caller.js';

/** Who is behind a session's token. A session counts while its account lives; one that a sign-up began, only until the number is verified. */
@Injectable()
export class Callers {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly queried: QueriedPeople,
  ) {}

  /** As the log itself has them, so that a role which changed elsewhere counts at once: for commands and sockets. */
  of(token: string | undefined): Promise<Caller | undefined> {
    return this.find(token, this.people);
  }

  /** For queries. @param after a position that they are to be known as of */
  ofQuery(token: string | undefined, after: string | undefined): Promise<Caller | undefined> {
    return this.find(token, this.queried.of(after));
  }

  private async find(token: string | undefined, people: People): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    if (!session) return undefined;
    const [account, membership] = await Promise.all([people.account(session.accountId), people.membership(session.accountId)]);
    if (!account || (session.begunBy === 'sign-up' && account.verified)) return undefined;
    return { session, account, membership };
  }
}

/** Verified, or not yet asked to be. */
export const isInGrace = (account: AccountCard, now: string): boolean => account.verified || graceEndsAt(account) > now;
