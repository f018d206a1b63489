import type { RedisServer } from '../redis/connect-redis.js';
import { Unavailable } from '../unavailable.js';
import type { Counted, RateCounter } from './rate-counter.js';

/** One step for all who count at the same time; the window is Redis's own, so that no two clocks disagree about its end. */
const counting = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PEXPIRETIME', KEYS[1])}`;

/**
 * Counts in Redis. While it is away it is counted in `otherwise` (the secret store, which waits for a disk): nobody is
 * kept out because a counter is away, and nobody gets in uncounted. Who changes over in the middle of a window begins it anew.
 */
export class RateCounterOnRedis implements RateCounter {
  constructor(
    private readonly redis: RedisServer,
    private readonly otherwise: RateCounter,
  ) {}

  async count(kind: string, id: string, windowSeconds: number): Promise<Counted> {
    try {
      const answer = await this.redis.ask((redis) => redis.eval(counting, 1, `fieldtrace:count:${kind}:${id}`, windowSeconds * 1_000));
      const [count, endsAt] = answer as [number, number];
      return { count, endsAt: new Date(endsAt).toISOString() };
    } catch (error) {
      if (error instanceof Unavailable) return this.otherwise.count(kind, id, windowSeconds);
      throw error;
    }
  }
}
