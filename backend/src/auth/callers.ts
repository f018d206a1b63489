import { Injectable } from '@nestjs/common';
import { type AccountCard, People, graceEndsAt } from './people/people.js';
import { PeopleCache } from './people/people-cache.js';
import { type Session, Sessions } from './sessions/sessions.js';
import type { Caller } from './caller.js';
import { problem } from '../http/problems/problem.js';

/**
 * Callers by session token. A session is valid while its account exists; after a sign-up, only
 * until the number is verified.
 */
@Injectable()
export class Callers {
  constructor(
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly peopleCache: PeopleCache,
  ) {}

  /** Reads the caller from the log itself, so that a role changed elsewhere counts at once. */
  async load(token: string | undefined): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    return session && this.loadFromSession(session, this.people);
  }

  /**
   * Caller of a query, from the cache if it has reached the position.
   * @param after position of the client's last command
   */
  async loadForQuery(
    token: string | undefined,
    after: string | undefined,
  ): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    return session && this.loadFromSession(session, this.peopleCache.peopleAt(after));
  }

  /**
   * Caller of a command. Members come from the cache, because the write side reads their rights
   * from the log. Everybody else is looked up in the log, so that an outdated cache refuses nobody.
   */
  async loadForCommand(token: string | undefined): Promise<Caller | undefined> {
    const session = await this.sessions.find(token);
    if (!session) return undefined;
    const { cachedPeople } = this.peopleCache;
    const caller = cachedPeople && (await this.loadFromSession(session, cachedPeople));
    return caller?.membership && caller.account.verified
      ? { ...caller, isCached: true }
      : this.loadFromSession(session, this.people);
  }

  /**
   * Loads a cached caller again from the log.
   * @throws Problem
   */
  async reload({ session }: Caller): Promise<Caller> {
    const caller = await this.loadFromSession(session, this.people);
    if (!caller) throw problem('signed-out');
    return caller;
  }

  private async loadFromSession(session: Session, people: People): Promise<Caller | undefined> {
    const [account, membership] = await Promise.all([
      people.findAccount(session.accountId),
      people.findMembership(session.accountId),
    ]);
    if (!account || (session.begunBy === 'sign-up' && account.verified)) return undefined;
    return { session, account, membership };
  }
}

/** Whether the number is verified, or the grace period is not over. */
export const isInGrace = (account: AccountCard, now: string): boolean =>
  account.verified || graceEndsAt(account) > now;
