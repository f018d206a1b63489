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
import { describeBrowser } from '../auth/sessions/describe-browser.js';
import { signInProblem } from './signing-in.problems.js';

/** Sessions that a request ends: all, one other than the caller's, or all others. */
type SignOutScope = 'all' | 'other-one' | 'others';
const SIGN_OUT_DATA = {
  all: { everywhere: true },
  'other-one': { everywhere: false, elsewhere: 'one' },
  others: { everywhere: false, elsewhere: 'all' },
} as const satisfies Record<SignOutScope, object>;

/** Password and sessions of an account, for its owner. */
@Injectable()
export class AccountSecurity {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly endings: SessionEndings,
    private readonly commands: Commands,
    private readonly limits: RateLimits,
  ) {}

  async loadProfile({ account, session }: Caller): Promise<Profile> {
    const [passwordVersion, allSessions] = await Promise.all([
      this.passwords.findVersion(account.id),
      this.sessions.listByAccount(account.id),
    ]);
    // Visitors of the sandbox share an account, and do not see each other.
    const listed =
      session.begunBy === 'demo' ? allSessions.filter(({ id }) => id === session.id) : allSessions;
    return {
      locationId: account.locationId ?? null,
      hasPassword: passwordVersion !== 0,
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
   * Sets the password, and ends all sessions and trust tokens: each browser then needs code and
   * password.
   */
  async setPassword(caller: Caller, current: string, password: string): Promise<void> {
    const { passwords, endings } = this;
    const { id, phone } = requireOwner(caller);
    if (isOwnNumber(password, phone)) throw signInProblem('password-too-common', 'password');
    const version = await this.verifyCurrentPassword(id, current);
    await this.send('SetPassword', id);
    // Also ends the sessions before, because the process may crash after setting the password.
    await endings.endAll(id);
    if (!(await passwords.set(id, password, version))) throw signInProblem('password-changed');
    await endings.endAll(id);
    await this.recordSignOut(id, 'all');
  }

  async removePassword(caller: Caller, current: string): Promise<void> {
    const { id } = requireOwner(caller);
    const version = await this.verifyCurrentPassword(id, current);
    await this.send('RemovePassword', id);
    if (!(await this.passwords.remove(id, version))) throw signInProblem('password-changed');
  }

  /**
   * Ends a session of the caller's account; does nothing if it is unknown or has ended.
   * @param publicId `sessionId` of the list; the session's own `id` is secret
   */
  async endSession(caller: Caller, publicId: string): Promise<void> {
    const { id } = requireOwner(caller);
    const found = (await this.sessions.listByAccount(id)).find(
      (session) => session.sessionId === publicId,
    );
    if (!found) return;
    await this.endings.endWithTrust(found.id);
    await this.recordSignOut(id, 'other-one');
  }

  /** @param trusts trust tokens of this browser; this account's token is kept */
  async endOtherSessions(caller: Caller, trusts: readonly string[]): Promise<void> {
    const { id } = requireOwner(caller);
    await this.endings.endAll(id, {
      sessionId: caller.session.id,
      trust: await this.sessions.findTrust(trusts, id),
    });
    await this.recordSignOut(id, 'others');
  }

  /**
   * Checks the present password and returns its version.
   * @throws Problem
   */
  private async verifyCurrentPassword(accountId: string, current: string): Promise<number> {
    await this.limits.count('current passwords', accountId);
    const { verdict, version } = await this.passwords.compare(accountId, current);
    if (verdict === 'wrong') throw signInProblem('password-wrong', 'current');
    return version;
  }

  private async send(type: 'SetPassword' | 'RemovePassword', accountId: string): Promise<void> {
    await this.commands.send({ type, data: { accountId } }, { accountId, internal: true });
  }

  /** Recorded in the log for other processes, which may hold these sessions' sockets. */
  private async recordSignOut(accountId: string, scope: SignOutScope): Promise<void> {
    await this.commands.send(
      { type: 'RecordSignOut', data: { accountId, ...SIGN_OUT_DATA[scope] } },
      { accountId, internal: true },
    );
  }
}

/**
 * Returns the caller's own account.
 * @throws Refusal for the shared account of the sandbox
 */
const requireOwner = ({ account, session }: Caller): Caller['account'] =>
  session.begunBy === 'demo' ? refuse('not-allowed') : account;

const sessionItem = (
  { id, sessionId, browser, network, startedAt, lastSeenAt }: ListedSession,
  currentId: string,
): SessionItem => ({
  sessionId,
  startedAt,
  lastSeenAt,
  network: network ?? null,
  browser: describeBrowser(browser),
  current: id === currentId,
});
