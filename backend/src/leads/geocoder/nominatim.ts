import { fetchText, parseJson } from '#platform/common/fetch-text.js';
import { type RateLimiter, TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { LRUCache } from 'lru-cache';
import { setTimeout as later } from 'node:timers/promises';
import { type NominatimPlace, addressLine } from './address-parts.js';
import type { Geocoder } from './geocoder.js';

type Options = {
  readonly contact: string;
  readonly answerTimeoutMs?: number;
  /** Monotonic clock in milliseconds. */
  readonly ticks?: () => number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** Rate limiter shared by all processes; per process while Redis is unavailable. */
  readonly limiter: Pick<RateLimiter, 'count'>;
  /** Called when the server fails; forms continue with coordinates. */
  readonly onTrouble?: (message: string) => void;
};
const defaults = {
  answerTimeoutMs: 5_000,
  ticks: () => performance.now(),
  pause: (milliseconds: number): Promise<unknown> => later(milliseconds),
  onTrouble: () => {},
};

/** Rate limit of Nominatim's usage policy: one request a second. */
const onePerSecond = { maxCalls: 1, seconds: 1, shared: true };
/** Longest wait for a turn; after it there is no address. */
const MAX_WAIT_MS = 5_000;
/** Shortest pause before the rate limiter is asked again. */
const MIN_WAIT_MS = 20;
const MAX_CACHED = 10_000;
/** Precision of 11 metres: one building. */
const DECIMALS = 4;
/** Pause after an error, unless the server asks for another one. */
const PAUSE_AFTER_ERROR_MS = 10_000;

/**
 * Addresses from a Nominatim server. Each building is requested once and cached, even without a
 * result. Any failure means no address.
 */
export class Nominatim implements Geocoder {
  private readonly cache = new LRUCache<string, Promise<string | undefined>>({ max: MAX_CACHED });
  private pausedUntil = -Infinity;

  private readonly url: URL;
  private readonly options: Required<Options>;

  /**
   * @param url server such as `https://nominatim.example.com`; its query string (a key) is added to
   * each request
   */
  constructor(url: string, options: Options) {
    this.url = new URL(url);
    this.url.pathname = `${this.url.pathname.replace(/\/+$/, '')}/reverse`;
    this.options = { ...defaults, ...options };
  }

  findAddress({ lat, lng }: Parameters<Geocoder['findAddress']>[0]): Promise<string | undefined> {
    const [roundedLat, roundedLng] = [lat.toFixed(DECIMALS), lng.toFixed(DECIMALS)];
    const key = `${roundedLat},${roundedLng}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const answer = this.requestAddress(roundedLat, roundedLng).catch((error: unknown) => {
      this.cache.delete(key);
      if (!(error instanceof NoTurn))
        this.options.onTrouble(`Addresses cannot be found now: ${(error as Error).message}`);
      return undefined;
    });
    this.cache.set(key, answer);
    return answer;
  }

  /** @throws NoTurn if no turn came in time, or the server is paused */
  private async waitForTurn(): Promise<void> {
    const { limiter, ticks, pause: wait } = this.options;
    for (const until = ticks() + MAX_WAIT_MS; ticks() >= this.pausedUntil;) {
      const outcome = await limiter
        .count('geocoder', onePerSecond, 'turn')
        .catch((error: unknown) => error);
      if (!(outcome instanceof TooManyRequests)) return;
      if (ticks() >= until) break;
      // Bounded, in case the rate limiter's clock jumps.
      await wait(
        Math.min(
          onePerSecond.seconds * 1_000,
          Math.max(MIN_WAIT_MS, outcome.retryAfterMilliseconds),
        ),
      );
    }
    throw new NoTurn();
  }

  private async requestAddress(lat: string, lon: string): Promise<string | undefined> {
    const { options } = this;
    await this.waitForTurn();
    const url = new URL(this.url);
    for (const [name, value] of Object.entries({
      format: 'jsonv2',
      lat,
      lon,
      zoom: '18',
      addressdetails: '1',
    }))
      url.searchParams.set(name, value);
    let retryAfter: number | undefined;
    try {
      const answer = await fetchText(url, options.answerTimeoutMs, {
        headers: {
          'User-Agent': `Fieldtrace (${options.contact})`,
          'Accept-Language': 'en',
          Accept: 'application/json',
        },
        redirect: 'error',
      });
      retryAfter = answer.retryAfterMs;
      if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
      const found = parseJson(answer.text);
      if (found === undefined) throw new Error('the server answers something else than JSON');
      // Unknown places (the sea) are answered with status 200 and an error in the body.
      return addressLine(Object(found) as NominatimPlace);
    } catch (error) {
      this.pausedUntil = options.ticks() + (retryAfter || PAUSE_AFTER_ERROR_MS);
      throw error;
    }
  }
}

/** No address, although nothing is wrong. */
class NoTurn extends Error {}
