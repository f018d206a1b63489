import { type RateLimit, type RateLimitName, rateLimits } from '#domain/limits.js';
import { Config } from '#platform/common/config/config.js';
import { RateLimiter, type Window } from '#platform/storage/rate-limiter/rate-limiter.js';
import { Injectable } from '@nestjs/common';

/** The limits of the table, as the configuration sets them, on the counters of this installation. */
@Injectable()
export class RateLimits {
  private readonly windows: ReadonlyMap<string, Window>;

  constructor(
    private readonly limiter: RateLimiter,
    { limits }: Config,
  ) {
    this.windows = new Map(Object.entries<RateLimit>(rateLimits).map(([name, limit]) => [name, windowOf(limit, limits)]));
  }

  /** Whether the next one would be refused. Counts nothing. @throws TooManyRequests */
  check(name: 'sessions that do not exist', id: string): Promise<void> {
    return this.limiter.check(name, { ...this.windows.get(name)!, shared: false }, id);
  }

  /** Counts what this account or this network does. @param id of the account, or the network @throws TooManyRequests */
  count(name: RateLimitName, id: string, times = 1): Promise<void> {
    return this.limiter.count(name, this.windows.get(name)!, id, times);
  }
}

function windowOf({ most, seconds, shared = false, setting, times = 1 }: RateLimit, settings: Config['limits']): Window {
  const set = setting === undefined ? undefined : settings[setting];
  return { most: set === undefined ? most : set * times, seconds, shared };
}
