import { Injectable } from '@nestjs/common';
import { type AccountCard, People, graceEndsAt } from './people.js';
import { QueriedPeople } from './queried-people.js';
import { type Session, Sessions } from './sessions.js';
import type { Caller } from './caller.js';
import { problem } from '../http/problem.js';

/**
 * Callers by session token. A session is valid while its account exists; after a sign-up, only
 * until the number is verified.
 */
@Injectable()
export class Callers {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly queried: QueriedPeople,
  ) {}

  /** Reads the caller from the log itself, so that a role changed elsewhere counts at once. */
  async of(token: string | undefined): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    return session && this.behind(session, this.people);
  }

  /** For queries. @param after a position that they are to be known as of */
  async ofQuery(token: string | undefined, after: string | undefined): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    return session && this.behind(session, this.queried.of(after));
  }

  /**
   * For commands: members from memory, because the write side reads their rights from the log along
   * with the record. Anybody else is looked up in the log, so that nobody is refused by memory.
   */
  async ofCommand(token: string | undefined): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    if (!session) return undefined;
    const { remembered } = this.queried;
    const caller = remembered && (await this.behind(session, remembered));
    return caller?.membership && caller.account.verified
      ? { ...caller, isRemembered: true }
      : this.behind(session, this.people);
  }

  /** Looks a remembered caller up in the log. @throws Problem */
  async inLog({ session }: Caller): Promise<Caller> {
    const caller = await this.behind(session, this.people);
    if (!caller) throw problem('signed-out');
    return caller;
  }

  private async behind(session: Session, people: People): Promise<Caller | undefined> {
    const [account, membership] = await Promise.all([
      people.account(session.accountId),
      people.membership(session.accountId),
    ]);
    if (!account || (session.begunBy === 'sign-up' && account.verified)) return undefined;
    return { session, account, membership };
  }
}

/** Verified, or not yet asked to be. */
export const isInGrace = (account: AccountCard, now: string): boolean =>
  account.verified || graceEndsAt(account) > now;
