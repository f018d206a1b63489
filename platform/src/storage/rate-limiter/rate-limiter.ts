import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RedisServer } from '../redis/connect-redis.js';

/** Limit of calls per time window, which starts with the first call. */
export type RateWindow = {
  readonly maxCalls: number;
  readonly seconds: number;
  /** Counted across processes with Redis, else per process. */
  readonly shared?: boolean;
};

export class TooManyRequests extends Error {
  constructor(readonly retryAfterMilliseconds: number) {
    super(`Too many requests. The next may come in ${retryAfterMilliseconds} ms`);
  }

  /** For the `Retry-After` header. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.retryAfterMilliseconds / 1_000));
  }
}

/** Counts calls against limits, in memory or Redis. */
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  /** @param redis while it is unavailable, each process counts alone */
  constructor(private readonly redis?: RedisServer) {}

  /**
   * Counts one or more calls; exact under concurrency.
   * @param name name of the limit, always used with the same window
   * @throws TooManyRequests
   */
  async count(name: string, window: RateWindow, id: string, times = 1): Promise<void> {
    try {
      await this.limiter(name, window).consume(id, times);
    } catch (error) {
      throw error instanceof RateLimiterRes ? new TooManyRequests(error.msBeforeNext) : error;
    }
  }

  /**
   * Checks whether the next call would be refused, without counting. Only for limits that are not
   * shared.
   * @throws TooManyRequests
   */
  async check(
    name: string,
    window: RateWindow & { readonly shared?: false },
    id: string,
  ): Promise<void> {
    const found = await this.limiter(name, window).get(id);
    if (found !== null && found.consumedPoints >= window.maxCalls && found.msBeforeNext > 0)
      throw new TooManyRequests(found.msBeforeNext);
  }

  private limiter(
    name: string,
    { maxCalls: points, seconds: duration, shared }: RateWindow,
  ): RateLimiterAbstract {
    const existing = this.limiters.get(name);
    if (existing) return existing;
    const inMemory = new RateLimiterMemory({ points, duration });
    const limiter =
      shared && this.redis
        ? new RateLimiterRedis({
            points,
            duration,
            storeClient: toRedisPackage(this.redis),
            useRedisPackage: true,
            insuranceLimiter: inMemory,
            keyPrefix: `fieldtrace:limit:${name}`,
            // While the limit is exceeded, Redis is not asked.
            inMemoryBlockOnConsumed: points + 1,
          })
        : inMemory;
    this.limiters.set(name, limiter);
    return limiter;
  }
}

type EvalArguments = { readonly keys: readonly string[]; readonly arguments: readonly string[] };

/** This process's connection, wrapped as a client type that the library supports. */
const toRedisPackage = (redis: RedisServer) => ({
  eval: (script: string, { keys, arguments: parameters }: EvalArguments) =>
    redis.ask((client) => client.eval(script, keys.length, ...keys, ...parameters)),
});
