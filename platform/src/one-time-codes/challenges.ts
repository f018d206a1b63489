import type { SecretStore } from '../secret-store/secret-store.js';
import { createHmac, randomUUID } from 'node:crypto';
import { codeOf, opens, sealOf } from './one-time-code.js';

/** Why a code is asked for. A code for one purpose opens no other. */
export type Purpose = 'sign-up' | 'sign-in' | 'verify';

/** Somebody claims to have a number. Bound to the number, the purpose and the browser that asked. */
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
};
export type Asked = { readonly challengeId: string; readonly resendAt: string; readonly isNew: boolean };
export type Verdict = 'right' | 'wrong' | 'expired' | 'out of tries';

/** Too many codes were asked for; when the next one may be, in seconds. */
export class TooManyCodes extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super(`Too many codes were asked for. The next may be asked for in ${retryAfterSeconds} s`);
  }
}

/** Decisions, "One-time code: lifetime and attempts". */
const lifetime = 5 * 60_000;
const attempts = 5;
const betweenCodes = 60_000;
const perHour = 5;
const perDay = 10;
/** A challenge outlives its code, so that a new one can still be asked for on the same screen. */
const kept = 60 * 60_000;

/** One-time codes: who asks, the worker that sends, and the door that compares meet in the secret store. */
export class Challenges {
  constructor(
    private readonly secrets: SecretStore,
    private readonly key: Uint8Array,
    private readonly now: () => string,
  ) {}

  /**
   * A new challenge, which voids whatever code the number had; or, within a minute and from the same browser, the one there is.
   * @throws TooManyCodes
   */
  async ask(wanted: Pick<Challenge, 'accountId' | 'number' | 'purpose' | 'browser'>): Promise<Asked> {
    const at = this.now();
    const current = await this.currentOf(wanted.number);
    const same = current && (['accountId', 'purpose', 'browser'] as const).every((field) => current.challenge[field] === wanted[field]);
    if (same && !current.challenge.spent && Date.parse(at) < Date.parse(current.challenge.askedAt) + betweenCodes)
      return { challengeId: current.challengeId, resendAt: resendAt(current.challenge), isNew: false };
    await this.limit(wanted.number);

    const challengeId = randomUUID();
    const challenge: Challenge = { ...wanted, askedAt: at };
    await this.secrets.put('challenge', challengeId, challenge, { expected: 0, expiresAt: later(at, kept) });
    await this.point(wanted.number, challengeId, later(at, kept));
    return { challengeId, resendAt: resendAt(challenge), isNew: true };
  }

  /** The same for a challenge that this browser has. @throws TooManyCodes within a minute of the last */
  async askAgain(challengeId: string, browser: string): Promise<Asked | undefined> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.browser !== browser || found.value.spent) return undefined;
    const wait = Date.parse(resendAt(found.value)) - Date.parse(this.now());
    if (wait > 0) throw new TooManyCodes(Math.ceil(wait / 1000));
    const { accountId, number, purpose } = found.value;
    return this.ask({ accountId, number, purpose, browser });
  }

  /** For the worker: the code to send, its end fixed at the first time. Undefined: nobody waits for it any more. */
  async toSend(challengeId: string): Promise<{ readonly number: string; readonly code: string } | undefined> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.spent || !(await this.isCurrent(found.value, challengeId))) return undefined;
    const code = codeOf(this.key, challengeId);
    if (!found.value.code) {
      const at = this.now();
      const sealed: Challenge = { ...found.value, code: { seal: sealOf(this.key, challengeId, code), expiresAt: later(at, lifetime) } };
      const expiresAt = later(found.value.askedAt, kept);
      if (!(await this.secrets.put('challenge', challengeId, sealed, { expected: found.version, expiresAt }))) return this.toSend(challengeId);
    } else if (found.value.code.expiresAt <= this.now()) return undefined;
    return { number: found.value.number, code };
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

  /** Single use: of several who come with the right code, one. */
  async spend(challengeId: string): Promise<boolean> {
    const found = await this.secrets.get<Challenge>('challenge', challengeId);
    if (!found || found.value.spent) return false;
    const expiresAt = later(found.value.askedAt, kept);
    return (await this.secrets.put('challenge', challengeId, { ...found.value, spent: true }, { expected: found.version, expiresAt })) !== undefined;
  }

  private async limit(number: string): Promise<void> {
    const id = this.idOf(number);
    for (const [kind, most, seconds] of [
      ['codes-of-hour', perHour, 3_600],
      ['codes-of-day', perDay, 86_400],
    ] as const) {
      const { count, endsAt } = await this.secrets.count(kind, id, seconds);
      if (count > most) throw new TooManyCodes(Math.max(1, Math.ceil((Date.parse(endsAt) - Date.parse(this.now())) / 1000)));
    }
  }

  private async currentOf(number: string) {
    const pointer = await this.secrets.get<string>('challenge-of', this.idOf(number));
    const found = pointer && (await this.secrets.get<Challenge>('challenge', pointer.value));
    return found ? { challengeId: pointer.value, challenge: found.value } : undefined;
  }

  private async isCurrent({ number }: Challenge, challengeId: string): Promise<boolean> {
    return (await this.secrets.get<string>('challenge-of', this.idOf(number)))?.value === challengeId;
  }

  /** Who comes last has the number's live challenge. */
  private async point(number: string, challengeId: string, expiresAt: string): Promise<void> {
    for (;;) {
      const expected = (await this.secrets.get('challenge-of', this.idOf(number)))?.version ?? 0;
      if (await this.secrets.put('challenge-of', this.idOf(number), challengeId, { expected, expiresAt })) return;
    }
  }

  private idOf(number: string): string {
    return createHmac('sha256', this.key).update(`number ${number}`).digest('hex');
  }
}

const later = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString();
const resendAt = ({ askedAt }: Challenge) => later(askedAt, betweenCodes);
