import { createHmac } from 'node:crypto';
import { addMilliseconds } from '../../common/clock.js';
import type { KeyValueStore, Versioned } from '../../storage/key-value-store/key-value-store.js';

/** Purpose of a code; a code for one purpose is invalid for another. */
type Purpose = 'sign-up' | 'sign-in' | 'verify';

/** Verification of a number, bound to its purpose and browser. */
export type Challenge = {
  readonly accountId: string;
  readonly number: string;
  readonly purpose: Purpose;
  /** Hash of the browser's secret. */
  readonly browser: string;
  readonly askedAt: string;
  /** Set by the worker that sends the code. */
  readonly code?: { readonly seal: string; readonly expiresAt: string };
  readonly spent?: true;
  /** Set after the right code: end of the time for entering a password. */
  readonly passwordUntil?: string;
};
export type NumberInBrowser = Pick<Challenge, 'number' | 'browser'>;

/** Lifetime of a challenge. It outlives its code, so that a new code can be requested. */
export const CHALLENGE_TTL_MS = 60 * 60_000;

/**
 * Challenges, shared by the endpoints that create and check them with the worker that sends codes.
 */
export class StoredChallenges {
  constructor(
    private readonly secrets: KeyValueStore,
    private readonly key: Uint8Array,
  ) {}

  find(challengeId: string): Promise<Versioned<Challenge> | undefined> {
    return this.secrets.get<Challenge>('challenge', challengeId);
  }

  /** Finds a challenge unless a newer one replaced it. */
  async findCurrent(challengeId: string): Promise<Versioned<Challenge> | undefined> {
    const found = await this.find(challengeId);
    return found && (await this.findNewestId(found.value))?.value === challengeId
      ? found
      : undefined;
  }

  /**
   * @param expected version that was read; 0 for a new one
   * @returns false after a concurrent change
   */
  async put(challengeId: string, challenge: Challenge, expected: number): Promise<boolean> {
    const expiresAt = addMilliseconds(challenge.askedAt, CHALLENGE_TTL_MS);
    return (
      (await this.secrets.put('challenge', challengeId, challenge, { expected, expiresAt })) !==
      undefined
    );
  }

  /** Id of the newest challenge of a number in a browser; older ones are void. */
  findNewestId(numberInBrowser: NumberInBrowser): Promise<Versioned<string> | undefined> {
    return this.secrets.get<string>('challenge-of', this.numberInBrowserId(numberInBrowser));
  }

  /** @returns false after a concurrent change */
  async putNewestId(
    challengeId: string,
    { askedAt, ...numberInBrowser }: Challenge,
    expected: number,
  ): Promise<boolean> {
    const options = { expected, expiresAt: addMilliseconds(askedAt, CHALLENGE_TTL_MS) };
    return (
      (await this.secrets.put(
        'challenge-of',
        this.numberInBrowserId(numberInBrowser),
        challengeId,
        options,
      )) !== undefined
    );
  }

  /** HMAC of number and browser, which reveals neither. */
  numberInBrowserId({
    number,
    browser = '',
  }: Pick<Challenge, 'number'> & { readonly browser?: string }): string {
    return createHmac('sha256', this.key).update(`number ${number} ${browser}`).digest('hex');
  }
}
