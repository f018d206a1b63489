import type { CodeSent, SignedInAnswer } from '#domain/accounts/account.views.js';
import { Refusal } from '#domain/kernel/refusal.js';
import type { Config } from '#platform/config.js';
import type { JobQueue } from '#platform/job-queue/job-queue.js';
import { type Asked, type Challenge, type Challenges, TooManyCodes } from '#platform/one-time-codes/challenges.js';
import type { RateCounter } from '#platform/rate-limits/rate-counter.js';
import { v5 as uuid } from 'uuid';
import type { Commands } from '../commands/commands.js';
import type { Caller } from '../http/caller.js';
import { countAgainst, isLoopback } from '../http/rate-limits.js';
import type { Logger } from '../http/logger.js';
import type { LiveSessions } from '../live/live-sessions.js';
import type { Browser } from '../sessions/browser.js';
import type { AccountCard, People } from '../sessions/people.js';
import type { BegunBy, Sessions } from '../sessions/sessions.js';
import type { SignUpForm } from './signing-in.forms.js';
import { signInProblem } from './signing-in.words.js';

export type SigningInParts = {
  readonly config: Config;
  readonly rates: RateCounter;
  readonly jobs: JobQueue;
  readonly challenges: Challenges;
  readonly sessions: Sessions;
  readonly people: People;
  readonly commands: Commands;
  readonly live: LiveSessions;
  readonly logger: Logger;
  /** Codes appear in the dev inbox: whoever sits at this machine is not counted. */
  readonly devInbox: boolean;
};

const anHour = 60 * 60;

/** Who may come in, and how (decisions, "Who may sign in"): a code was verified, or the browser is trusted. */
export class SigningIn {
  constructor(private readonly parts: SigningInParts) {}

  /** Opens the account; its session is good in this browser only, and for three days, until the number is verified. */
  async signUp(form: SignUpForm, browser: Browser, address: string, before: Caller | undefined): Promise<CodeSent> {
    const { people, commands } = this.parts;
    const browserId = browser.id();
    await this.count(address, 'all');
    const holder = await people.accountWith(form.phone);
    if (!holder) await this.count(address, 'strangers');
    else if (holder !== form.accountId) throw signInProblem('account-exists', 'phone');
    if (form.inviteCode && !(await people.organizationWith(form.inviteCode))) throw signInProblem('invite-code-unknown', 'inviteCode');

    // The command's id is made with the browser's secret: from any other browser, the same account id is an account that exists.
    await commands.send(
      {
        type: 'OpenAccount',
        data: { accountId: form.accountId, name: form.name, phone: form.phone, requestedRole: form.role, inviteCode: form.inviteCode },
      },
      { id: uuid(`sign-up ${browserId}`, form.accountId), accountId: form.accountId, internal: true },
    );
    const account = await people.account(form.accountId);
    if (!account || account.verified) throw signInProblem('account-exists', 'phone');

    const asked = await this.ask({ accountId: account.id, number: account.phone, purpose: 'sign-up', browser: browserId });
    await this.enter(account.id, 'sign-up', browser, before);
    return asked;
  }

  /** Anywhere but in a trusted browser a code is sent. */
  async signIn(phone: string, browser: Browser, address: string, before: Caller | undefined): Promise<CodeSent | SignedInAnswer> {
    const { people, sessions } = this.parts;
    await this.count(address, 'all');
    const accountId = await people.accountWith(phone);
    const account = accountId && (await people.account(accountId));
    if (!account) {
      await this.count(address, 'strangers');
      throw signInProblem('account-unknown', 'phone');
    }
    if (account.verified && (await sessions.trustedBy(browser.trusts, account.id))) {
      await this.enter(account.id, 'trust', browser, before);
      await this.record(account.id, browser, false);
      return { status: 'signed-in' };
    }
    return this.ask({ accountId: account.id, number: phone, purpose: 'sign-in', browser: browser.id() });
  }

  async resend(challengeId: string, browser: Browser, address: string): Promise<CodeSent> {
    await this.count(address, 'all');
    return this.sent(() => this.parts.challenges.askAgain(challengeId, browser.id()), 'code-too-soon');
  }

  /** The modal sends it when it opens. */
  async sendCode({ account }: Caller, browser: Browser, address: string): Promise<CodeSent> {
    if (account.verified) throw signInProblem('already-verified');
    await this.count(address, 'all');
    return this.ask({ accountId: account.id, number: account.phone, purpose: 'verify', browser: browser.id() });
  }

  /** The only way to a session that lasts. */
  async verify(challengeId: string, code: string, browser: Browser, before: Caller | undefined): Promise<SignedInAnswer> {
    const { challenges, sessions, people } = this.parts;
    const { verdict, challenge } = await challenges.check(challengeId, code, browser.id());
    if (verdict === 'out of tries') throw signInProblem('code-tries-used', 'code');
    if (verdict === 'expired') throw signInProblem('code-expired', 'code');
    if (verdict === 'wrong' || !challenge) throw signInProblem('code-wrong', 'code');
    const account = await people.account(challenge.accountId);
    if (!account || account.phone !== challenge.number) throw signInProblem('code-expired', 'code');

    const isFirst = !account.verified;
    if (isFirst) await this.recordVerified(account, challengeId);
    if (!(await challenges.spend(challengeId))) throw signInProblem('code-expired', 'code');
    // Whoever signed up with somebody else's number is out.
    if (isFirst) await this.endEverything(account.id);
    await this.enter(account.id, 'code', browser, before);
    browser.trust(await sessions.trust(account.id));
    await this.record(account.id, browser, true);
    if (isFirst && account.inviteCode) await this.join(account.id, account.inviteCode, challengeId);
    return { status: 'signed-in' };
  }

  /** An explicit sign-out drops the trust in this browser; everywhere drops all of both. */
  async signOut(caller: Caller | undefined, everywhere: boolean, browser: Browser): Promise<void> {
    browser.signOut();
    if (!caller) return;
    const { sessions, commands } = this.parts;
    const { account, session } = caller;
    const trust = await sessions.trustedBy(browser.trusts, account.id);
    if (trust) {
      await sessions.distrust(trust);
      browser.distrust(trust);
    }
    if (everywhere) await this.endEverything(account.id);
    else await this.end(session.id);
    await this.noted(
      commands.send({ type: 'RecordSignOut', data: { accountId: account.id, everywhere } }, { accountId: account.id, internal: true }),
    );
  }

  /** A new session with a new token; what this browser had before ends, whoever's it was. */
  private async enter(accountId: string, begunBy: BegunBy, browser: Browser, before: Caller | undefined): Promise<void> {
    if (before) await this.end(before.session.id);
    browser.signIn(await this.parts.sessions.begin(accountId, begunBy));
  }

  private async recordVerified({ id }: AccountCard, challengeId: string): Promise<void> {
    await this.parts.commands.send(
      { type: 'VerifyPhone', data: { accountId: id } },
      { id: uuid('verify', challengeId), accountId: id, internal: true },
    );
  }

  /** The code was checked when they signed up. If it was rotated since, they join with another one by themselves. */
  private async join(accountId: string, inviteCode: string, challengeId: string): Promise<void> {
    await this.noted(this.parts.commands.send({ type: 'JoinOrganization', data: { inviteCode } }, { id: uuid('join', challengeId), accountId }));
  }

  private async record(accountId: string, browser: Browser, newBrowser: boolean): Promise<void> {
    const { commands } = this.parts;
    await this.noted(commands.send({ type: 'RecordSignIn', data: { accountId, browser: browser.name, newBrowser } }, { accountId, internal: true }));
  }

  /** What only adds to a sign-in that has succeeded must not undo it. */
  private async noted(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => this.parts.logger.warn(error instanceof Refusal ? { refused: error.code } : { err: error }, 'not recorded'));
  }

  private async end(sessionId: string): Promise<void> {
    await this.parts.sessions.end(sessionId);
    this.parts.live.sessionsEnded([sessionId]);
  }

  private async endEverything(accountId: string): Promise<void> {
    const { sessions, live } = this.parts;
    await sessions.distrustAll(accountId);
    live.sessionsEnded(await sessions.endAll(accountId));
  }

  private ask(wanted: Pick<Challenge, 'accountId' | 'number' | 'purpose' | 'browser'>): Promise<CodeSent> {
    return this.sent(() => this.parts.challenges.ask(wanted), 'codes-too-many');
  }

  /** The queue gets the challenge's id and nothing else; the worker derives the code. */
  private async sent(ask: () => Promise<Asked | undefined>, refused: 'code-too-soon' | 'codes-too-many'): Promise<CodeSent> {
    // Without a queue nothing can be sent, and a challenge would only cost the number one of its codes.
    await this.parts.jobs.identity();
    const asked = await ask().catch((error: unknown) => {
      throw error instanceof TooManyCodes ? signInProblem(refused, undefined, error.retryAfterSeconds) : error;
    });
    if (!asked) throw signInProblem('challenge-unknown');
    const { challengeId, resendAt } = asked;
    await this.parts.jobs.add('send-code', `send-code-${challengeId}`, { challengeId });
    return { status: 'code-sent', challengeId, resendAt };
  }

  /** Per network address and hour: an office or a carrier shares one. */
  private async count(address: string, what: 'all' | 'strangers'): Promise<void> {
    const { config, rates, devInbox } = this.parts;
    if (devInbox && isLoopback(address)) return;
    const most = what === 'all' ? config.codesPerAddress : config.strangersPerAddress;
    await countAgainst(rates, { kind: `codes-${what}`, most, seconds: anHour }, address);
  }
}
