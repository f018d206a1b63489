import { createHmac } from 'node:crypto';
import { addMilliseconds } from '../../common/clock.js';
import type { KeyValueStore, Versioned } from '../../storage/key-value-store/key-value-store.js';

/** Why a code is asked for. A code for one purpose opens no other. */
type Purpose = 'sign-up' | 'sign-in' | 'verify';

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
/** A number in a browser. */
export type NumberInBrowser = Pick<Challenge, 'number' | 'browser'>;

/**
 * A challenge outlives its code, so that a new one can still be asked for on the same screen. In
 * milliseconds.
 */
export const challengesStay = 60 * 60_000;

/** Challenges as the endpoints that ask and compare share them with the worker that sends. */
export class StoredChallenges {
  constructor(
    private readonly secrets: KeyValueStore,
    private readonly key: Uint8Array,
  ) {}

  find(challengeId: string): Promise<Versioned<Challenge> | undefined> {
    return this.secrets.get<Challenge>('challenge', challengeId);
  }

  /** Undefined where it is void, too. */
  async current(challengeId: string): Promise<Versioned<Challenge> | undefined> {
    const found = await this.find(challengeId);
    return found && (await this.newest(found.value))?.value === challengeId ? found : undefined;
  }

  /**
   * @param expected the version that was found; 0 for a new one. @returns false after a concurrent
   * change
   */
  async put(challengeId: string, challenge: Challenge, expected: number): Promise<boolean> {
    const expiresAt = addMilliseconds(challenge.askedAt, challengesStay);
    return (
      (await this.secrets.put('challenge', challengeId, challenge, { expected, expiresAt })) !==
      undefined
    );
  }

  /** The id of the newest challenge of a number in a browser. Those before it are void. */
  newest(one: NumberInBrowser): Promise<Versioned<string> | undefined> {
    return this.secrets.get<string>('challenge-of', this.placeId(one));
  }

  /** @returns false after a concurrent change */
  async putNewest(
    challengeId: string,
    { askedAt, ...one }: Challenge,
    expected: number,
  ): Promise<boolean> {
    const options = { expected, expiresAt: addMilliseconds(askedAt, challengesStay) };
    return (
      (await this.secrets.put('challenge-of', this.placeId(one), challengeId, options)) !==
      undefined
    );
  }

  /** Neither number nor browser can be read from it. */
  placeId({
    number,
    browser = '',
  }: Pick<Challenge, 'number'> & { readonly browser?: string }): string {
    return createHmac('sha256', this.key).update(`number ${number} ${browser}`).digest('hex');
  }
}
