import { Clock, addMilliseconds } from '#platform/common/clock.js';
import {
  type Challenge,
  type NumberInBrowser,
  StoredChallenges,
  CHALLENGE_TTL_MS,
} from '#platform/integrations/one-time-codes/stored-challenges.js';
import { matchesSeal } from '#platform/integrations/one-time-codes/one-time-code.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { HmacKey } from '#platform/sealing/key-store/key-store.js';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

export type CodeRequest = { readonly challengeId: string; readonly resendAt: string };
/** For which account and purpose, and in which browser, a number is to be verified. */
export type WantedCode = Pick<Challenge, 'accountId' | 'number' | 'purpose' | 'browser'>;
type Verdict = 'right' | 'wrong' | 'expired' | 'out of tries';

/** Few enough that six digits cannot be guessed, and enough for somebody who mistypes. */
const attempts = 5;
const betweenCodes = 60_000;
/** Codes for a number in one browser. */
const perHour = 5;
const perDay = 10;
/** Codes for a number in all browsers together that have never signed in with it. */
const strangersPerDay = 20;
const [anHour, aDay] = [3_600, 86_400];
/** Passwords for one right code. */
const passwordAttempts = 5;
const passwordLifetime = 10 * 60_000;
/**
 * How long a browser counts as one that has signed in with a number: as long as its own cookie
 * lives.
 */
const knownFor = 365 * aDay * 1_000;

/** Sends and compares the one-time codes that the endpoints ask for. */
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
   * A new challenge, which voids the one that this browser had for the number; or, within a minute,
   * that one, whatever it was asked for: from then on it is for what is asked now. Other browsers'
   * codes stay as they are.
   * @throws TooManyRequests
   */
  async ask(wanted: WantedCode): Promise<CodeRequest> {
    const at = this.clock.now();
    const newest = await this.stored.findNewest(wanted);
    const running = newest && (await this.stored.find(newest.value));
    if (running && !running.value.spent && at < resendAt(running.value)) {
      const isOurs = await this.stored.put(
        newest.value,
        { ...running.value, ...wanted },
        running.version,
      );
      return isOurs
        ? { challengeId: newest.value, resendAt: resendAt(running.value) }
        : this.ask(wanted);
    }
    await this.limit(wanted);

    const challengeId = randomUUID();
    const challenge: Challenge = { ...wanted, askedAt: at };
    await this.stored.put(challengeId, challenge, 0);
    if (await this.stored.putNewest(challengeId, challenge, newest?.version ?? 0))
      return { challengeId, resendAt: resendAt(challenge) };
    // Another tab asked at the same moment: one message for both. What nobody is told of goes in an
    // hour.
    return this.ask(wanted);
  }

  /**
   * Sends another code for a challenge of this browser.
   * @throws TooManyRequests within a minute of the last
   */
  async askAgain(challengeId: string, browser: string): Promise<CodeRequest | undefined> {
    const found = await this.stored.find(challengeId);
    if (!found || found.value.browser !== browser || found.value.spent) return undefined;
    const wait = Date.parse(resendAt(found.value)) - Date.parse(this.clock.now());
    if (wait > 0) throw new TooManyRequests(wait);
    const { accountId, number, purpose } = found.value;
    return this.ask({ accountId, number, purpose, browser });
  }

  /** Each call costs a try, also of those that come at the same time. */
  async check(
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
    if (count > attempts) return { verdict: 'out of tries' };
    if (!challenge.code) return { verdict: 'wrong' };
    if (challenge.code.expiresAt <= this.clock.now()) return { verdict: 'expired' };
    return matchesSeal(this.key.bytes, challengeId, challenge.code.seal, code)
      ? { verdict: 'right', challenge }
      : { verdict: 'wrong' };
  }

  /**
   * Single use: of concurrent calls one succeeds. Where a password is asked for too, it may be
   * entered in the same browser from now on.
   */
  async spend(challengeId: string, { forPassword = false } = {}): Promise<boolean> {
    const found = await this.stored.find(challengeId);
    if (!found || found.value.spent) return false;
    const passwordUntil = addMilliseconds(this.clock.now(), passwordLifetime);
    return this.stored.put(
      challengeId,
      { ...found.value, spent: true, ...(forPassword && { passwordUntil }) },
      found.version,
    );
  }

  /** The challenge whose code was right in this browser, while its password may be entered. */
  async awaitingPassword(challengeId: string, browser: string): Promise<Challenge | undefined> {
    const challenge = (await this.stored.findCurrent(challengeId))?.value;
    return challenge?.browser === browser && (challenge.passwordUntil ?? '') > this.clock.now()
      ? challenge
      : undefined;
  }

  /**
   * Each call costs a try, also of those that come at the same time. @returns false where none is
   * left
   */
  async tryPassword(challengeId: string): Promise<boolean> {
    const { count } = await this.secrets.count(
      'password-tries',
      challengeId,
      CHALLENGE_TTL_MS / 1000,
    );
    return count <= passwordAttempts;
  }

  /** The password was right. Single use: of concurrent calls one succeeds. */
  async passwordEntered(challengeId: string): Promise<boolean> {
    const found = await this.stored.find(challengeId);
    if (found?.value.passwordUntil === undefined) return false;
    const { passwordUntil: _, ...challenge } = found.value;
    return this.stored.put(challengeId, challenge, found.version);
  }

  async isKnown(place: NumberInBrowser): Promise<boolean> {
    return (await this.secrets.get('known-browser', this.stored.placeId(place))) !== undefined;
  }

  /**
   * This browser has signed in with the number: whatever strangers ask for, its own codes are not
   * counted with theirs.
   */
  async signedIn(place: NumberInBrowser): Promise<void> {
    await this.secrets.update('known-browser', this.stored.placeId(place), () => ({
      value: {},
      expiresAt: addMilliseconds(this.clock.now(), knownFor),
    }));
  }

  private async limit(place: NumberInBrowser): Promise<void> {
    const id = this.stored.placeId(place);
    await this.count('codes-of-hour', id, perHour, anHour);
    await this.count('codes-of-day', id, perDay, aDay);
    if (!(await this.isKnown(place)))
      await this.count(
        'codes-of-strangers',
        this.stored.placeId({ number: place.number }),
        strangersPerDay,
        aDay,
      );
  }

  private async count(kind: string, id: string, most: number, seconds: number): Promise<void> {
    const { count, endsAt } = await this.secrets.count(kind, id, seconds);
    if (count > most) throw new TooManyRequests(Date.parse(endsAt) - Date.parse(this.clock.now()));
  }
}

const resendAt = ({ askedAt }: Challenge) => addMilliseconds(askedAt, betweenCodes);
