import type { Profile, SessionItem } from '#domain/accounts/account.views.js';
import { isOwnNumber } from '#domain/accounts/common-passwords.js';
import { compare } from '#domain/kernel/order.js';
import { refuse } from '#domain/kernel/refusal.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { Passwords } from '../auth/sessions/passwords.js';
import { SessionEndings } from '../auth/sessions/session-endings.js';
import { type ListedSession, Sessions } from '../auth/sessions/sessions.js';
import { Commands } from '../api/commands/commands.js';
import { RateLimits } from '../http/rate-limits.js';
import { browserInWords } from '../auth/sessions/browser-words.js';
import { signInProblem } from './signing-in.words.js';

/** Password and sessions of an account, for its owner. */
@Injectable()
export class OwnAccess {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly endings: SessionEndings,
    private readonly commands: Commands,
    private readonly limits: RateLimits,
  ) {}

  async profile({ account, session }: Caller): Promise<Profile> {
    const [password, all] = await Promise.all([
      this.passwords.findVersion(account.id),
      this.sessions.listByAccount(account.id),
    ]);
    // Visitors of the sandbox share an account, and do not see each other.
    const listed = session.begunBy === 'demo' ? all.filter(({ id }) => id === session.id) : all;
    return {
      locationId: account.locationId ?? null,
      hasPassword: password !== 0,
      sessions: listed
        .map((one) => sessionItem(one, session.id))
        .sort(
          (one, other) =>
            Number(other.current) - Number(one.current) ||
            compare(other.lastSeenAt, one.lastSeenAt),
        ),
    };
  }

  /**
   * Sets the password and ends all sessions and trusts; each browser then needs code and password.
   */
  async setPassword(caller: Caller, current: string, password: string): Promise<void> {
    const { passwords, endings } = this;
    const { id, phone } = ownerOf(caller);
    if (isOwnNumber(password, phone)) throw signInProblem('password-too-common', 'password');
    const version = await this.checked(id, current);
    await this.send('SetPassword', id);
    // Ends sessions before too, in case the process crashes after setting the password.
    await endings.endAll(id);
    if (!(await passwords.set(id, password, version))) throw signInProblem('password-changed');
    await endings.endAll(id);
    await this.recordSignOut(id, { everywhere: true });
  }

  async removePassword(caller: Caller, current: string): Promise<void> {
    const { id } = ownerOf(caller);
    const version = await this.checked(id, current);
    await this.send('RemovePassword', id);
    if (!(await this.passwords.remove(id, version))) throw signInProblem('password-changed');
  }

  /** Ends a session of the caller's account; does nothing if the id is unknown or already ended. */
  async endSession(caller: Caller, sessionId: string): Promise<void> {
    const { id } = ownerOf(caller);
    const found = (await this.sessions.listByAccount(id)).find(
      (session) => session.sessionId === sessionId,
    );
    if (!found) return;
    await this.endings.endElsewhere(found.id);
    await this.recordSignOut(id, { everywhere: false, elsewhere: 'one' });
  }

  /** @param trusts trusts of this browser; the account's one stays */
  async endOtherSessions(caller: Caller, trusts: readonly string[]): Promise<void> {
    const { id } = ownerOf(caller);
    await this.endings.endAll(id, {
      sessionId: caller.session.id,
      trust: await this.sessions.findTrust(trusts, id),
    });
    await this.recordSignOut(id, { everywhere: false, elsewhere: 'all' });
  }

  /**
   * Checks the present password and returns its version.
   * @throws Problem
   */
  private async checked(accountId: string, current: string): Promise<number> {
    await this.limits.count('current passwords', accountId);
    const { verdict, version } = await this.passwords.compare(accountId, current);
    if (verdict === 'wrong') throw signInProblem('password-wrong', 'current');
    return version;
  }

  private async send(type: 'SetPassword' | 'RemovePassword', accountId: string): Promise<void> {
    await this.commands.send({ type, data: { accountId } }, { accountId, internal: true });
  }

  /** Recorded in the log for other processes, which may hold these sessions' sockets. */
  private async recordSignOut(
    accountId: string,
    how: { everywhere: boolean; elsewhere?: 'one' | 'all' },
  ): Promise<void> {
    await this.commands.send(
      { type: 'RecordSignOut', data: { accountId, ...how } },
      { accountId, internal: true },
    );
  }
}

/**
 * Refuses the shared account of the sandbox.
 * @throws Refusal
 */
const ownerOf = ({ account, session }: Caller): Caller['account'] =>
  session.begunBy === 'demo' ? refuse('not-allowed') : account;

const sessionItem = (
  { id, sessionId, browser, network, startedAt, lastSeenAt }: ListedSession,
  own: string,
): SessionItem => ({
  ...{ sessionId, startedAt, lastSeenAt, network: network ?? null },
  browser: browserInWords(browser),
  current: id === own,
});
