import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RedisServer } from '../redis/connect-redis.js';

/** So many times within so many seconds, counted from the first time. */
export type Window = {
  readonly most: number;
  readonly seconds: number;
  /** Counted by all processes together where there is Redis; otherwise by each for itself. */
  readonly shared?: boolean;
};

export class TooManyRequests extends Error {
  constructor(readonly retryAfterMilliseconds: number) {
    super(`Too many requests. The next may come in ${retryAfterMilliseconds} ms`);
  }

  /** In whole seconds, as HTTP says it. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.retryAfterMilliseconds / 1_000));
  }
}

/** Counts against limits. Nothing here waits for a disk of ours. */
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  /** @param redis while it is away each process counts for itself */
  constructor(private readonly redis?: RedisServer) {}

  /**
   * Counts one, or so many, also of those that come at the same time.
   * @param name of the limit; the same name always comes with the same window
   * @throws TooManyRequests
   */
  async count(name: string, window: Window, id: string, times = 1): Promise<void> {
    try {
      await this.limiter(name, window).consume(id, times);
    } catch (error) {
      throw error instanceof RateLimiterRes ? new TooManyRequests(error.msBeforeNext) : error;
    }
  }

  /**
   * Whether the next one would be refused, of a limit that is not shared. Counts nothing. @throws
   * TooManyRequests
   */
  async check(
    name: string,
    window: Window & { readonly shared?: false },
    id: string,
  ): Promise<void> {
    const found = await this.limiter(name, window).get(id);
    if (found !== null && found.consumedPoints >= window.most && found.msBeforeNext > 0)
      throw new TooManyRequests(found.msBeforeNext);
  }

  private limiter(
    name: string,
    { most: points, seconds: duration, shared }: Window,
  ): RateLimiterAbstract {
    const known = this.limiters.get(name);
    if (known) return known;
    const inMemory = new RateLimiterMemory({ points, duration });
    const limiter =
      shared && this.redis
        ? new RateLimiterRedis({
            ...{
              points,
              duration,
              storeClient: asPackage(this.redis),
              useRedisPackage: true,
              insuranceLimiter: inMemory,
            },
            keyPrefix: `fieldtrace:limit:${name}`,
            // Redis is not asked again while the limit is exceeded.
            inMemoryBlockOnConsumed: points + 1,
          })
        : inMemory;
    this.limiters.set(name, limiter);
    return limiter;
  }
}

type EvalArguments = { readonly keys: readonly string[]; readonly arguments: readonly string[] };

/** The one connection of this process, in the shape of a client that the library knows. */
const asPackage = (redis: RedisServer) => ({
  eval: (script: string, { keys, arguments: given }: EvalArguments) =>
    redis.ask((client) => client.eval(script, keys.length, ...keys, ...given)),
});
