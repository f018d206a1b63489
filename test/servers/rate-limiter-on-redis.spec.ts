import {
  countCall,
  rateLimiterContract,
} from '#platform/storage/rate-limiter/rate-limiter.contract.js';
import { RateLimiter } from '#platform/storage/rate-limiter/rate-limiter.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../acceptance/product/until.js';
import { RedisProcess } from './programs/redis-process.js';

let redis: RedisProcess;
const redisServers: RedisServer[] = [];
const open = async () => {
  const server = await connectRedis(redis.url());
  redisServers.push(server);
  return new RateLimiter(server);
};

beforeAll(async () => void (redis = await RedisProcess.start()));
afterAll(async () => {
  for (const server of redisServers) server.close();
  await redis.dispose();
});

describe('in Redis', () => {
  rateLimiterContract(open);

  test('a count outlives its process', async () => {
    expect(await countCall(await open(), 'kept', 1, 60, 'asha')).toBe(true);
    expect(await countCall(await open(), 'kept', 1, 60, 'asha')).not.toBe(true);
  });
});

describe.each([
  ['has ended', () => redis.end('SIGKILL'), () => redis.start()],
  ['does not answer', () => redis.freeze(), async () => redis.thaw()],
])('while Redis %s', (how, goAway, comeBack) => {
  test('each process counts for itself, and in Redis again when it is back', async () => {
    const [firstLimiter, secondLimiter] = [await open(), await open()];
    expect(await countCall(firstLimiter, how, 2, 60, 'asha')).toBe(true);
    await goAway();
    const ownCounts = [
      await countCall(firstLimiter, how, 2, 60, 'asha'),
      await countCall(firstLimiter, how, 2, 60, 'asha'),
      await countCall(firstLimiter, how, 2, 60, 'asha'),
    ];
    expect(ownCounts).toEqual([true, true, expect.any(Number)]);
    expect(await countCall(secondLimiter, how, 2, 60, 'asha')).toBe(true);
    await comeBack();
    let tries = 0;
    await until(async () => {
      const id = `again ${++tries}`;
      return (
        (await countCall(firstLimiter, `${how} once`, 1, 60, id)) === true &&
        (await countCall(secondLimiter, `${how} once`, 1, 60, id)) !== true
      );
    });
  });
});
