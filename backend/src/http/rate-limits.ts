import { type RateLimit, type RateLimitName, rateLimits } from '#domain/limits.js';
import { Config } from '#platform/common/config/config.js';
import {
  RateLimiter,
  TooManyRequests,
  type RateWindow,
} from '#platform/storage/rate-limiter/rate-limiter.js';
import { Injectable } from '@nestjs/common';
import { problem } from './problems/problem.js';

/** Counts calls against the limits of the domain's table, with the configured numbers. */
@Injectable()
export class RateLimits {
  private readonly windows: ReadonlyMap<string, RateWindow>;

  constructor(
    private readonly limiter: RateLimiter,
    { limits }: Config,
  ) {
    this.windows = new Map(
      Object.entries<RateLimit>(rateLimits).map(([name, limit]) => [name, toWindow(limit, limits)]),
    );
  }

  /**
   * Checks whether the next call would be refused, without counting.
   * @throws TooManyRequests
   */
  check(name: 'sessions that do not exist', id: string): Promise<void> {
    return this.limiter.check(name, { ...this.windows.get(name)!, shared: false }, id);
  }

  /**
   * @param id account, network or organization that is counted
   * @throws TooManyRequests, or Problem for a limit with its own message
   */
  async count(name: RateLimitName, id: string, times = 1): Promise<void> {
    try {
      await this.limiter.count(name, this.windows.get(name)!, id, times);
    } catch (error) {
      const { refusalText }: RateLimit = rateLimits[name];
      if (!(error instanceof TooManyRequests) || refusalText === undefined) throw error;
      throw problem('too-many-requests', {
        detail: refusalText,
        retryAfterSeconds: error.retryAfterSeconds,
      });
    }
  }
}

function toWindow(
  { max, seconds, shared = false, setting, times = 1 }: RateLimit,
  settings: Config['limits'],
): RateWindow {
  const configured = setting === undefined ? undefined : settings[setting];
  return { maxCalls: configured === undefined ? max : configured * times, seconds, shared };
}
