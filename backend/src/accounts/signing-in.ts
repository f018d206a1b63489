import type { JobPayloads } from '#domain/jobs.js';
import type { CodeSent, PasswordNeeded, SignedInAnswer } from '#domain/accounts/account.views.js';
import { Refusal, refuse } from '#domain/kernel/refusal.js';
import { Config } from '#platform/common/config/config.js';
import { JobQueue } from '#platform/jobs/job-queue/job-queue.js';
import { isLoopback } from '#platform/common/networks.js';
import type { Challenge } from '#platform/integrations/one-time-codes/stored-challenges.js';
import { Logger } from '#platform/process/logger.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { Injectable } from '@nestjs/common';
import { v5 as uuid } from 'uuid';
import { Commands } from '../api/commands/commands.js';
import type { Caller } from '../auth/caller.js';
import { Problem } from '../http/problems/problem.js';
import { RateLimits } from '../http/rate-limits.js';
import type { Browser } from '../auth/sessions/browser.js';
import { Passwords } from '../auth/sessions/passwords.js';
import { type AccountCard, People } from '../auth/people/people.js';
import { SessionEndings } from '../auth/sessions/session-endings.js';
import { type SessionOrigin, Sessions, hashToken } from '../auth/sessions/sessions.js';
import type { SignUpForm } from '#domain/accounts/signing-in.forms.js';
import { quotas } from '#domain/limits.js';
import { Challenges, type CodeRequest, type WantedCode } from './challenges.js';
import { signUpProblem, signInProblem } from './signing-in.problems.js';

const MINUTE_SECONDS = 60;

/** Signs in with a verified code and the password, if there is one, or by a browser's trust. */
@Injectable()
export class SigningIn {
  constructor(
    private readonly limits: RateLimits,
    private readonly jobs: JobQueue<JobPayloads>,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly passwords: Passwords,
    private readonly endings: SessionEndings,
    private readonly people: People,
    private readonly commands: Commands,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  /**
   * Opens an account. Its session works only in this browser, for three days, until the number is
   * verified. Another unverified account with the same number stays separate.
   */
  async signUp(
    form: SignUpForm,
    browser: Browser,
    network: string,
    previous: Caller | undefined,
  ): Promise<CodeSent> {
    const { people, commands, sessions } = this;
    const browserId = browser.ensureId();
    await this.countAttempt(network, 'codes');
    await this.checkNumberIsFree(form.phone, network);
    if (form.inviteCode && !(await this.findInvitingOrganization(form.inviteCode)))
      throw signInProblem('invite-code-unknown', 'inviteCode');

    // The command id depends on the browser's secret and the form, so only this browser can repeat
    // a sign-up. Every other sign-up with this account id is refused.
    const data = {
      accountId: form.accountId,
      name: form.name,
      phone: form.phone,
      requestedRole: form.role,
      inviteCode: form.inviteCode,
      language: form.language,
    };
    const opening = commands.send(
      { type: 'OpenAccount', data },
      {
        id: uuid(`sign-up ${browserId} ${JSON.stringify(data)}`, form.accountId),
        accountId: form.accountId,
        internal: true,
      },
    );
    await opening.catch((error: unknown) => {
      throw error instanceof Refusal ? signUpProblem(error) : error;
    });
    const account = await people.findAccount(form.accountId);
    if (!account || account.verified) throw signInProblem('account-exists', 'phone');

    await sessions.rememberSignUp(browserId, account.phone, account.id);
    const answer = await this.requestCode({
      accountId: account.id,
      number: account.phone,
      purpose: 'sign-up',
      browser: browserId,
    });
    await this.startSession(account.id, browser, previous, { begunBy: 'sign-up' });
    return answer;
  }

  /**
   * Signs in to the account that verified the number, or to the one that this browser signed up.
   * Sends a code unless the browser is trusted.
   */
  async signIn(
    phone: string,
    browser: Browser,
    network: string,
    previous: Caller | undefined,
  ): Promise<CodeSent | SignedInAnswer> {
    const { people, sessions, challenges } = this;
    await this.countAttempt(network, 'codes');
    const numberInBrowser = { number: phone, browser: browser.ensureId() };
    const accountId =
      (await people.findAccountByPhone(phone)) ?? (await this.findSignUpInBrowser(numberInBrowser));
    if (!accountId) {
      await this.countAttempt(network, 'codes for strangers');
      throw signInProblem('account-unknown', 'phone');
    }
    // Only a code, and the password if there is one, makes a browser trusted.
    const trust = await sessions.findTrust(browser.trusts, accountId);
    /** Checked once more when the session exists, because the trust may have ended meanwhile. */
    const isTrusted = async () =>
      (await sessions.findTrust(browser.trusts, accountId)) !== undefined;
    if (
      trust !== undefined &&
      (await this.startSession(accountId, browser, previous, {
        begunBy: 'trust',
        trust,
        isStillValid: isTrusted,
      }))
    ) {
      await challenges.recordSignIn(numberInBrowser);
      await this.recordSignIn(accountId, browser, { newBrowser: false });
      return { status: 'signed-in' };
    }
    return this.requestCode({ accountId, purpose: 'sign-in', ...numberInBrowser });
  }

  async resend(challengeId: string, browser: Browser, network: string): Promise<CodeSent> {
    await this.countAttempt(network, 'codes');
    return this.queueCode(() =>
      this.challenges.requestAnotherCode(challengeId, browser.ensureId()),
    );
  }

  /** Called when the verification dialog opens. */
  async sendCode({ account }: Caller, browser: Browser, network: string): Promise<CodeSent> {
    const { people, sessions } = this;
    if (account.verified) refuse('already-verified');
    await this.countAttempt(network, 'codes');
    // Checked before a message is sent: another account may have verified the number.
    if (await people.findAccountByPhone(account.phone)) refuse('phone-taken', 'phone');
    const browserId = browser.ensureId();
    // An account from an earlier build was not remembered at its sign-up.
    await sessions.rememberSignUp(browserId, account.phone, account.id);
    return this.requestCode({
      accountId: account.id,
      number: account.phone,
      purpose: 'verify',
      browser: browserId,
    });
  }

  /** Changes the number of an unverified account and sends a code to it. */
  async changeNumber(
    { account }: Caller,
    phone: string,
    browser: Browser,
    network: string,
  ): Promise<CodeSent> {
    const { commands, sessions } = this;
    if (account.verified) refuse('already-verified', 'phone');
    await this.countAttempt(network, 'codes');
    await this.checkNumberIsFree(phone, network);
    const browserId = browser.ensureId();
    await commands.send(
      { type: 'ChangePhone', data: { accountId: account.id, phone } },
      { accountId: account.id, internal: true },
    );
    await sessions.rememberSignUp(browserId, phone, account.id);
    return this.requestCode({
      accountId: account.id,
      number: phone,
      purpose: 'verify',
      browser: browserId,
    });
  }

  /** Verifies a code. Then starts a lasting session, or asks for the password if there is one. */
  async verify(
    challengeId: string,
    code: string,
    browser: Browser,
    previous: Caller | undefined,
  ): Promise<SignedInAnswer | PasswordNeeded> {
    const { challenges, passwords, people } = this;
    const { verdict, challenge } = await challenges.checkCode(
      challengeId,
      code,
      browser.ensureId(),
    );
    if (verdict === 'out of tries') throw signInProblem('code-tries-used', 'code');
    if (verdict === 'expired') throw signInProblem('code-expired', 'code');
    if (verdict === 'wrong' || !challenge) throw signInProblem('code-wrong', 'code');
    const account = await people.findAccount(challenge.accountId);
    if (!account || account.phone !== challenge.number) throw signInProblem('code-expired', 'code');

    const passwordVersion = await passwords.findVersion(account.id);
    if (passwordVersion !== 0) {
      if (!(await challenges.spend(challengeId, { forPassword: true })))
        throw signInProblem('code-expired', 'code');
      return { status: 'password-needed' };
    }
    const isFirstVerification = !account.verified;
    if (isFirstVerification) await this.recordVerified(account, challengeId);
    if (!(await challenges.spend(challengeId))) throw signInProblem('code-expired', 'code');
    // Ends sessions of this account that started without a code.
    if (isFirstVerification) await this.endings.endAll(account.id);
    await this.startSessionAfterCode(challenge, passwordVersion, browser, previous);
    if (isFirstVerification && account.inviteCode)
      await this.joinOrganization(account.id, account.inviteCode, challengeId);
    return { status: 'signed-in' };
  }

  /**
   * Checks the password after the code, in the same browser. A browser that signed in before has a
   * separate limit, so that strangers' guesses do not lock the owner out.
   */
  async enterPassword(
    challengeId: string,
    password: string,
    browser: Browser,
    network: string,
    previous: Caller | undefined,
  ): Promise<SignedInAnswer> {
    const { challenges, limits, passwords } = this;
    const challenge = await challenges.findAwaitingPassword(challengeId, browser.ensureId());
    if (!challenge) throw signInProblem('sign-in-expired', 'password');
    const { accountId } = challenge;
    if (!(await challenges.isKnown(challenge))) {
      await this.countAttempt(network, 'passwords from strange browsers');
      await limits.count('passwords for an account', accountId);
    }
    if (!(await challenges.countPasswordTry(challengeId)))
      throw signInProblem('password-tries-used', 'password');
    const { verdict, version } = await passwords.compare(accountId, password);
    if (verdict === 'wrong') throw signInProblem('password-wrong', 'password');
    if (!(await challenges.endPasswordEntry(challengeId)))
      throw signInProblem('sign-in-expired', 'password');
    await this.startSessionAfterCode(challenge, version, browser, previous);
    return { status: 'signed-in' };
  }

  /** Signs out. Also drops this browser's trust, or with `everywhere` all trusts and sessions. */
  async signOut(
    caller: Caller | undefined,
    browser: Browser,
    { everywhere }: { readonly everywhere: boolean },
  ): Promise<void> {
    browser.signOut();
    if (!caller) return;
    const { endings, commands } = this;
    const { account, session } = caller;
    await this.distrust(account.id, browser);
    // Visitors of the sandbox share its account, so one visit must not end another.
    if (everywhere && session.begunBy !== 'demo') await endings.endAll(account.id);
    else await endings.end(session.id);
    await this.logFailure(
      commands.send(
        { type: 'RecordSignOut', data: { accountId: account.id, everywhere } },
        { accountId: account.id, internal: true },
      ),
    );
  }

  /** Starts the session after a right code. An unexpected error becomes `session-failed`. */
  private async startSessionAfterCode(
    challenge: Challenge,
    passwordVersion: number,
    browser: Browser,
    previous: Caller | undefined,
  ): Promise<void> {
    try {
      await this.startTrustedSession(challenge, passwordVersion, browser, previous);
    } catch (error) {
      if (error instanceof Problem) throw error;
      this.logger.error({ err: error }, 'session not made');
      throw signInProblem('session-failed');
    }
  }

  private async findInvitingOrganization(inviteCode: string): Promise<unknown> {
    try {
      return await this.people.findOrganizationByInviteCode(inviteCode);
    } catch (error) {
      this.logger.error({ err: error }, 'organization not looked up');
      throw signInProblem('organization-look-up-failed');
    }
  }

  /** @param passwordVersion version of the entered password; 0 without a password */
  private async startTrustedSession(
    { accountId, number, browser: browserId }: Challenge,
    passwordVersion: number,
    browser: Browser,
    previous: Caller | undefined,
  ) {
    const { sessions, passwords, challenges } = this;
    const trust = await sessions.addTrust(accountId, browser.place);
    const isStillValid = async () => (await passwords.findVersion(accountId)) === passwordVersion;
    if (
      !(await this.startSession(accountId, browser, previous, {
        begunBy: 'code',
        trust,
        isStillValid,
      }))
    ) {
      await sessions.removeTrust(trust);
      throw signInProblem('sign-in-expired');
    }
    // The new trust replaces the earlier one of this browser and account. So a session that is
    // ended elsewhere leaves the browser no other trust.
    await this.distrust(accountId, browser);
    browser.trust(trust);
    await challenges.recordSignIn({ number, browser: browserId });
    await this.recordSignIn(accountId, browser, { newBrowser: true });
  }

  /** Removes all trust of this browser in the account. */
  private async distrust(accountId: string, browser: Browser): Promise<void> {
    for (const trust of browser.trusts) {
      if ((await this.sessions.findTrust([trust], accountId)) === undefined) continue;
      await this.sessions.removeTrust(trust);
      browser.distrust(trust);
    }
  }

  /**
   * Starts a new session and ends the browser's previous one, of any account.
   * @param isStillValid re-checks credentials after the session exists, to close the race with a
   * password change
   * @returns false if they are no longer valid
   */
  private async startSession(
    accountId: string,
    browser: Browser,
    previous: Caller | undefined,
    {
      begunBy,
      trust,
      isStillValid,
    }: { begunBy: SessionOrigin; trust?: string; isStillValid?: () => Promise<boolean> },
  ): Promise<boolean> {
    const { sessions, endings } = this;
    const token = await sessions.start(accountId, begunBy, {
      ...browser.place,
      trust,
      isHostOnly: browser.isHostOnly,
    });
    if (isStillValid && !(await isStillValid())) {
      await sessions.end(hashToken(token));
      return false;
    }
    if (previous) await endings.end(previous.session.id);
    for (const id of await sessions.findExcess(quotas.sessions, accountId)) await endings.end(id);
    browser.signIn(token);
    return true;
  }

  /** @throws Refusal if another account has verified the number */
  private async recordVerified({ id, phone }: AccountCard, challengeId: string): Promise<void> {
    await this.commands.send(
      { type: 'VerifyPhone', data: { accountId: id, phone } },
      { id: uuid('verify', challengeId), accountId: id, internal: true },
    );
  }

  /**
   * Joins the organization of the invite code used at sign-up. If the code was rotated since, the
   * member joins with another one.
   */
  private async joinOrganization(
    accountId: string,
    inviteCode: string,
    challengeId: string,
  ): Promise<void> {
    await this.logFailure(
      this.commands.send(
        { type: 'JoinOrganization', data: { inviteCode } },
        { id: uuid('join', challengeId), accountId },
      ),
    );
  }

  private async recordSignIn(
    accountId: string,
    browser: Browser,
    { newBrowser }: { readonly newBrowser: boolean },
  ): Promise<void> {
    const { commands } = this;
    await this.logFailure(
      commands.send(
        { type: 'RecordSignIn', data: { accountId, browser: browser.name, newBrowser } },
        { accountId, internal: true },
      ),
    );
  }

  /** Logs a failure instead of throwing: work that only adds to a sign-in must not undo it. */
  private async logFailure(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) =>
      this.logger.warn(
        error instanceof Refusal ? { refused: error.code } : { err: error },
        'not recorded',
      ),
    );
  }

  /** Unverified account that signed up with the number in this browser. */
  private async findSignUpInBrowser({
    number,
    browser,
  }: Pick<Challenge, 'number' | 'browser'>): Promise<string | undefined> {
    const accountId = await this.sessions.findSignUp(browser, number);
    const account = accountId === undefined ? undefined : await this.people.findAccount(accountId);
    return account && !account.verified && account.phone === number ? account.id : undefined;
  }

  /**
   * Counts the attempt as one of a stranger if no account has verified the number.
   * @throws Problem if one has
   */
  private async checkNumberIsFree(phone: string, network: string): Promise<void> {
    if (await this.people.findAccountByPhone(phone)) throw signInProblem('account-exists', 'phone');
    await this.countAttempt(network, 'codes for strangers');
  }

  private requestCode(wanted: WantedCode): Promise<CodeSent> {
    return this.queueCode(() => this.challenges.requestCode(wanted));
  }

  /** Queues a job with the challenge's id only; the worker derives the code. */
  private async queueCode(
    requestChallenge: () => Promise<CodeRequest | undefined>,
  ): Promise<CodeSent> {
    // A read tests whether the queue can be reached. Otherwise a challenge without a message would
    // use up one of the number's codes.
    await this.jobs.readIdentity();
    const codeRequest = await requestChallenge().catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error;
      throw signInProblem(
        error.retryAfterSeconds > MINUTE_SECONDS ? 'codes-too-many' : 'code-too-soon',
        undefined,
        error.retryAfterSeconds,
      );
    });
    if (!codeRequest) throw signInProblem('challenge-unknown');
    const { challengeId, resendAt } = codeRequest;
    await this.jobs.add('send-code', `send-code-${challengeId}`, { challengeId });
    return { status: 'code-sent', challengeId, resendAt };
  }

  /** Counts an attempt by its network, which an office or a carrier's customers share. */
  private async countAttempt(
    network: string,
    limit: 'codes' | 'codes for strangers' | 'passwords from strange browsers',
  ): Promise<void> {
    // Requests from this machine are not counted while codes appear in the dev inbox.
    if (!this.config.hasDevInbox || !isLoopback(network)) await this.limits.count(limit, network);
  }
}
