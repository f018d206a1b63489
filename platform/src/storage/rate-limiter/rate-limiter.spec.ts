import { describe, expect, test } from '@jest/globals';
import { rateLimiterContract } from './rate-limiter.contract.js';
import { RateLimiter, TooManyRequests } from './rate-limiter.js';

describe('in memory', () => {
  const limiter = new RateLimiter();
  rateLimiterContract(async () => limiter);

  test('checking a limit counts nothing', async () => {
    const window = { maxCalls: 1, seconds: 60 };
    await limiter.check('looked at', window, 'asha');
    await limiter.check('looked at', window, 'asha');
    await limiter.count('looked at', window, 'asha');
    await expect(limiter.check('looked at', window, 'asha')).rejects.toBeInstanceOf(
      TooManyRequests,
    );
  });
});
