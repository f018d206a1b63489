import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import { TooManyRequests } from '../../storage/rate-limiter/rate-limiter.js';
import { createHmac, randomUUID } from 'node:crypto';
import { codeOf, opens, sealOf } from './one-time-code.js';

/** A number in a browser, by the hash of the browser's secret. */
type NumberInBrowser = Pick<Challenge, 'number' | 'browser'>;

/** Why a code is asked for. A code for one purpose opens no other. */
export type Purpose = 'sign-up' | 'sign-in' | 'verify';

/** A number to be verified, bound to the purpose and the browser that asked. */
export type Challenge = {
  readonly accountId: string;
  readonly number: string;
  readonly purpose: Purpose;
  /** Hash of the browser's secret. */
  readonly browser: string;
  readonly askedAt: string;
  /** Set by the worker that sends it. */
  readonly code?: { readonly seal: string; readonly expiresAt: string };
  readonly spent?: true;
  /** The code was right, and a password is asked for until then. */
  readonly passwordUntil?: string;
};
export type CodeRequest = { readonly challengeId: string; readonly resendAt: string };
export type Verdict = 'right' | 'wrong' | 'expired' | 'out of tries';

/** Decisions, "One-time code: lifetime and attempts". */
const lifetime = 5 * 60_000;
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
/** How long a browser counts as one that has signed in with a number: as long as its own cookie lives. */
const knownFor = 365 * aDay * 1_000;
/** A challenge outlives its code, so that a new one can still be asked for on the same screen. */
const kept = 60 * 60_000;

/** One-time codes. The endpoint that asks, the worker that sends and the endpoint that compares share the key-value store. */
export class Challenges {
  constructor(
    private readonly secrets: KeyValueStore,
    private readonly key: Uint8Array,
    private readonly now: () => string,
  ) {}

  /**
   * A new challenge, which voids the one that this browser had for the number; or, within a minute, that one, whatever it was
   * asked for: from then on it is for what is asked now. Other browsers' codes stay as they are.
   * @throws TooManyRequests
   */
  async ask(wanted: Pick<Challenge, 'accountId' | 'number' | 'purpose' | 'browser'>): Promise<CodeRequest> {
    const at = this.now();
    const place = this.idOf(wanted);
    const pointer = await this.secrets.get<string>('challenge-of', place);
    const running = pointer && (await this.secrets.get<Challenge>('challenge', pointer.value));
    if (running && !running.value.spent && at < resendAt(running.value)) {
      const isOurs = await this.update(pointer.value, { ...running.value, ...wanted }, running.version);
      return isOurs ? { challengeId: pointer.value, resendAt: resendAt(running.value) } : this.ask(wanted);
    }
    await this.limit(wanted);

    const challengeId = randomUUID();
    const challenge: Challenge = { ...wanted, askedAt: at };
    await this.update(challengeId, challenge, 0);
    const isNewest = await this.secrets.put('challenge-of', place, challengeId, { expected: pointer?.version ?? 0, expiresAt: later(at, kept) });
    if (isNewest) return { challengeId, resendAt: resendAt(challenge) };
    // Another tab asked at the same moment: one message for both.
    await this.secrets.remove('challenge', challengeId);
    return this.ask(wanted);
  }

  /** The same for a challenge that this browser has. @throws TooManyRequests within a minute of the last */
  async askAgain(challengeId: string, browser: string): Promise<CodeRequest | undefined> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.browser !== browser || found.value.spent) return undefined;
    const wait = Date.parse(resendAt(found.value)) - Date.parse(this.now());
    if (wait > 0) throw new TooManyRequests(wait);
    const { accountId, number, purpose } = found.value;
    return this.ask({ accountId, number, purpose, browser });
  }

  /** For the worker: the code to send, its end fixed at the first time. Undefined: it is not wanted any more. */
  async toSend(challengeId: string): Promise<{ readonly accountId: string; readonly number: string; readonly code: string } | undefined> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.spent || !(await this.isCurrent(found.value, challengeId))) return undefined;
    const code = codeOf(this.key, challengeId);
    if (!found.value.code) {
      const at = this.now();
      const sealed: Challenge = { ...found.value, code: { seal: sealOf(this.key, challengeId, code), expiresAt: later(at, lifetime) } };
      if (!(await this.update(challengeId, sealed, found.version))) return this.toSend(challengeId);
    } else if (found.value.code.expiresAt <= this.now()) return undefined;
    const { accountId, number } = found.value;
    return { accountId, number, code };
  }

  /** Each call costs a try, also of those that come at the same time. */
  async check(challengeId: string, code: string, browser: string): Promise<{ readonly verdict: Verdict; readonly challenge?: Challenge }> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.browser !== browser) return { verdict: 'expired' };
    const challenge = found.value;
    if (challenge.spent || !(await this.isCurrent(challenge, challengeId))) return { verdict: 'expired' };
    const { count } = await this.secrets.count('challenge-tries', challengeId, kept / 1000);
    if (count > attempts) return { verdict: 'out of tries' };
    if (!challenge.code) return { verdict: 'wrong' };
    if (challenge.code.expiresAt <= this.now()) return { verdict: 'expired' };
    return opens(this.key, challengeId, challenge.code.seal, code) ? { verdict: 'right', challenge } : { verdict: 'wrong' };
  }

  /** Single use: of concurrent calls one succeeds. Where a password is asked for too, it may be entered in the same browser from now on. */
  async spend(challengeId: string, { forPassword = false } = {}): Promise<boolean> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.spent) return false;
    const passwordUntil = later(this.now(), passwordLifetime);
    return this.update(challengeId, { ...found.value, spent: true, ...(forPassword && { passwordUntil }) }, found.version);
  }

  /** The challenge whose code was right in this browser, while its password may be entered. */
  async awaitingPassword(challengeId: string, browser: string): Promise<Challenge | undefined> {
    const challenge = (await this.secrets.get<Challenge>('challenge', challengeId))?.value;
    if (challenge?.browser !== browser || (challenge.passwordUntil ?? '') <= this.now()) return undefined;
    return (await this.isCurrent(challenge, challengeId)) ? challenge : undefined;
  }

  /** Each call costs a try, also of those that come at the same time. @returns false where none is left */
  async tryPassword(challengeId: string): Promise<boolean> {
    const { count } = await this.secrets.count('password-tries', challengeId, kept / 1000);
    return count <= passwordAttempts;
  }

  /** The password was right. Single use: of concurrent calls one succeeds. */
  async passwordEntered(challengeId: string): Promise<boolean> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (found?.value.passwordUntil === undefined) return false;
    const { passwordUntil: _, ...challenge } = found.value;
    return this.update(challengeId, challenge, found.version);
  }

  async isKnown(place: NumberInBrowser): Promise<boolean> {
    return (await this.secrets.get('known-browser', this.idOf(place))) !== undefined;
  }

  /** This browser has signed in with the number: whatever strangers ask for, its own codes are not counted with theirs. */
  async signedIn(place: NumberInBrowser): Promise<void> {
    await this.secrets.update('known-browser', this.idOf(place), () => ({ value: {}, expiresAt: later(this.now(), knownFor) }));
  }

  private async limit(place: NumberInBrowser): Promise<void> {
    const id = this.idOf(place);
    await this.count('codes-of-hour', id, perHour, anHour);
    await this.count('codes-of-day', id, perDay, aDay);
    if (!(await this.isKnown(place))) await this.count('codes-of-strangers', this.idOf({ number: place.number }), strangersPerDay, aDay);
  }

  private async count(kind: string, id: string, most: number, seconds: number): Promise<void> {
    const { count, endsAt } = await this.secrets.count(kind, id, seconds);
    if (count > most) throw new TooManyRequests(Date.parse(endsAt) - Date.parse(this.now()));
  }

  private async isCurrent(place: NumberInBrowser, challengeId: string): Promise<boolean> {
    return (await this.secrets.get<string>('challenge-of', this.idOf(place)))?.value === challengeId;
  }

  /** False after a concurrent change. */
  private async update(challengeId: string, challenge: Challenge, expected: number): Promise<boolean> {
    return (await this.secrets.put('challenge', challengeId, challenge, { expected, expiresAt: later(challenge.askedAt, kept) })) !== undefined;
  }

  /** Neither number nor browser can be read from it. */
  private idOf({ number, browser = '' }: Partial<NumberInBrowser> & Pick<NumberInBrowser, 'number'>): string {
    return createHmac('sha256', this.key).update(`number ${number} ${browser}`).digest('hex');
  }
}

const later = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString();
const resendAt = ({ askedAt }: Challenge) => later(askedAt, betweenCodes);
