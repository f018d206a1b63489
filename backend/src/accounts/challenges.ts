import { Clock, addMilliseconds } from '#platform/common/clock.js';
import {
  type Challenge,
  type NumberInBrowser,
  StoredChallenges,
  CHALLENGE_TTL_MS,
} from '#platform/integrations/one-time-codes/stored-challenges.js';
import { retry } from '#platform/common/retry.js';
import { matchesSeal } from '#platform/integrations/one-time-codes/one-time-code.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { HmacKey } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

export type CodeRequest = { readonly challengeId: string; readonly resendAt: string };
/** Account, purpose and browser for which a number is to be verified. */
export type WantedCode = Pick<Challenge, 'accountId' | 'number' | 'purpose' | 'browser'>;
type Verdict = 'right' | 'wrong' | 'expired' | 'out of tries';

/** Tries per code: too few to guess six digits, enough for typing errors. */
const MAX_CODE_TRIES = 5;
const RESEND_DELAY_MS = 60_000;
/** Limits of codes for a number in one browser. */
const MAX_CODES_PER_HOUR = 5;
const MAX_CODES_PER_DAY = 10;
/** Limit of codes for a number in all browsers that have never signed in with it. */
const MAX_STRANGERS_CODES_PER_DAY = 20;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** Password tries per right code. */
const MAX_PASSWORD_TRIES = 5;
const PASSWORD_ENTRY_MS = 10 * 60_000;
/** Time for which a browser is known for a number, equal to its cookie's lifetime. */
const KNOWN_BROWSER_MS = 365 * DAY_SECONDS * 1_000;

/** Retries of a request while other tabs of the browser change the same challenge. */
const MAX_CONFLICTS = 10;
const CONFLICT_BACK_OFF = { first: 5, longest: 100 };

/** Another tab changed the challenge between read and write. */
class ConcurrentRequest extends Error {}

/** Creates and checks the challenges of one-time codes. */
@Injectable()
export class Challenges {
  private readonly stored: StoredChallenges;

  constructor(
    private readonly secrets: KeyValueStore,
    private readonly clock: Clock,
    private readonly key: HmacKey,
  ) {
    this.stored = new StoredChallenges(secrets, key.bytes);
  }

  /**
   * Creates a challenge, which voids the browser's previous one for the number. Within a minute it
   * reuses the previous one for the new purpose. Codes of other browsers stay valid.
   * @throws TooManyRequests
   */
  requestCode(wanted: WantedCode): Promise<CodeRequest> {
    return retry(() => this.reuseOrCreate(wanted), {
      clock: this.clock,
      backOff: CONFLICT_BACK_OFF,
      onFailure: (error, failures) => {
        if (!(error instanceof ConcurrentRequest)) throw error;
        if (failures >= MAX_CONFLICTS) throw new TooManyRequests(RESEND_DELAY_MS);
      },
    });
  }

  /** @throws ConcurrentRequest if another tab wrote meanwhile */
  private async reuseOrCreate(wanted: WantedCode): Promise<CodeRequest> {
    const now = this.clock.now();
    const newestId = await this.stored.findNewestId(wanted);
    const current = newestId && (await this.stored.find(newestId.value));
    if (current && !current.value.spent && now < resendAt(current.value)) {
      const reused = { ...current.value, ...wanted };
      if (!(await this.stored.put(newestId.value, reused, current.version)))
        throw new ConcurrentRequest();
      return { challengeId: newestId.value, resendAt: resendAt(current.value) };
    }
    await this.countCode(wanted);

    const challengeId = randomUUID();
    const challenge: Challenge = { ...wanted, askedAt: now };
    await this.stored.put(challengeId, challenge, 0);
    // Another tab's challenge became the newest. Both tabs use it, and this one expires unused.
    if (!(await this.stored.putNewestId(challengeId, challenge, newestId?.version ?? 0)))
      throw new ConcurrentRequest();
    return { challengeId, resendAt: resendAt(challenge) };
  }

  /**
   * Replaces a challenge of this browser by one with another code.
   * @throws TooManyRequests within a minute of the last one
   */
  async requestAnotherCode(challengeId: string, browser: string): Promise<CodeRequest | undefined> {
    const found = await this.stored.find(challengeId);
    if (!found || found.value.browser !== browser || found.value.spent) return undefined;
    const wait = Date.parse(resendAt(found.value)) - Date.parse(this.clock.now());
    if (wait > 0) throw new TooManyRequests(wait);
    const { accountId, number, purpose } = found.value;
    return this.requestCode({ accountId, number, purpose, browser });
  }

  /** Checks a code. Every call uses up one try, even if calls run at the same time. */
  async checkCode(
    challengeId: string,
    code: string,
    browser: string,
  ): Promise<{ readonly verdict: Verdict; readonly challenge?: Challenge }> {
    const challenge = (await this.stored.findCurrent(challengeId))?.value;
    if (challenge?.browser !== browser || challenge.spent) return { verdict: 'expired' };
    const { count } = await this.secrets.count(
      'challenge-tries',
      challengeId,
      CHALLENGE_TTL_MS / 1000,
    );
    if (count > MAX_CODE_TRIES) return { verdict: 'out of tries' };
    // The worker has not sent the code yet, so no code can be right.
    if (!challenge.code) return { verdict: 'wrong' };
    if (challenge.code.expiresAt <= this.clock.now()) return { verdict: 'expired' };
    return matchesSeal(this.key.bytes, challengeId, challenge.code.seal, code)
      ? { verdict: 'right', challenge }
      : { verdict: 'wrong' };
  }

  /**
   * Spends a challenge; of concurrent calls, one succeeds. With `forPassword`, the password may be
   * entered in this browser from now on.
   */
  async spend(challengeId: string, { forPassword = false } = {}): Promise<boolean> {
    const found = await this.stored.find(challengeId);
    if (!found || found.value.spent) return false;
    const passwordUntil = addMilliseconds(this.clock.now(), PASSWORD_ENTRY_MS);
    return this.stored.put(
      challengeId,
      { ...found.value, spent: true, ...(forPassword && { passwordUntil }) },
      found.version,
    );
  }

  /** Challenge whose code was right in this browser, while its password may be entered. */
  async findAwaitingPassword(challengeId: string, browser: string): Promise<Challenge | undefined> {
    const challenge = (await this.stored.findCurrent(challengeId))?.value;
    return challenge?.browser === browser && (challenge.passwordUntil ?? '') > this.clock.now()
      ? challenge
      : undefined;
  }

  /**
   * Counts a password try. Concurrent tries are counted too.
   * @returns false if none is left
   */
  async countPasswordTry(challengeId: string): Promise<boolean> {
    const { count } = await this.secrets.count(
      'password-tries',
      challengeId,
      CHALLENGE_TTL_MS / 1000,
    );
    return count <= MAX_PASSWORD_TRIES;
  }

  /** Ends the password entry after a right password; of concurrent calls, one succeeds. */
  async endPasswordEntry(challengeId: string): Promise<boolean> {
    const found = await this.stored.find(challengeId);
    if (found?.value.passwordUntil === undefined) return false;
    const { passwordUntil: _, ...challenge } = found.value;
    return this.stored.put(challengeId, challenge, found.version);
  }

  async isKnown(numberInBrowser: NumberInBrowser): Promise<boolean> {
    return (
      (await this.secrets.get('known-browser', this.stored.numberInBrowserId(numberInBrowser))) !==
      undefined
    );
  }

  /**
   * Records that this browser has signed in with the number, so that its codes do not count as
   * codes for strangers.
   */
  async recordSignIn(numberInBrowser: NumberInBrowser): Promise<void> {
    await this.secrets.update(
      'known-browser',
      this.stored.numberInBrowserId(numberInBrowser),
      () => ({
        value: {},
        expiresAt: addMilliseconds(this.clock.now(), KNOWN_BROWSER_MS),
      }),
    );
  }

  private async countCode(numberInBrowser: NumberInBrowser): Promise<void> {
    const id = this.stored.numberInBrowserId(numberInBrowser);
    await this.countAttempt('codes-of-hour', id, MAX_CODES_PER_HOUR, HOUR_SECONDS);
    await this.countAttempt('codes-of-day', id, MAX_CODES_PER_DAY, DAY_SECONDS);
    if (!(await this.isKnown(numberInBrowser)))
      await this.countAttempt(
        'codes-of-strangers',
        this.stored.numberInBrowserId({ number: numberInBrowser.number }),
        MAX_STRANGERS_CODES_PER_DAY,
        DAY_SECONDS,
      );
  }

  private async countAttempt(
    kind: string,
    id: string,
    max: number,
    seconds: number,
  ): Promise<void> {
    const { count, endsAt } = await this.secrets.count(kind, id, seconds);
    if (count > max) throw new TooManyRequests(Date.parse(endsAt) - Date.parse(this.clock.now()));
  }
}

const resendAt = ({ askedAt }: Challenge) => addMilliseconds(askedAt, RESEND_DELAY_MS);
