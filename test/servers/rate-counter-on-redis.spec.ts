import { rateCounterContract } from '#platform/rate-limits/rate-counter.contract.js';
import { RateCounterOnRedis } from '#platform/rate-limits/rate-counter-on-redis.js';
import type { RateCounter } from '#platform/rate-limits/rate-counter.js';
import { type RedisServer, connectRedis } from '#platform/redis/connect-redis.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../acceptance/until.js';
import { RedisForTests } from './redis.js';

let redis: RedisForTests;
const connected: RedisServer[] = [];
const unused: RateCounter = { count: () => Promise.reject(new Error('Redis was there')) };
const connect = async () => {
  const server = await connectRedis(redis.url());
  connected.push(server);
  return server;
};
const close = async () => {
  await connected[0]?.client.flushdb();
  for (const server of connected.splice(0)) server.close();
};

beforeAll(async () => void (redis = await RedisForTests.start()));
afterAll(() => redis.dispose());

describe('a counter in Redis', () => rateCounterContract(async () => new RateCounterOnRedis(await connect(), unused), close));

describe.each([
  ['has ended', () => redis.end('SIGKILL'), () => redis.start()],
  ['does not answer', () => redis.freeze(), async () => redis.thaw()],
])('while Redis %s', (_, goAway, comeBack) => {
  test('it is counted in the other place, and in Redis again when it is back', async () => {
    const counted = { count: 7, endsAt: '2026-11-21T10:00:00.000Z' };
    const counter = new RateCounterOnRedis(await connect(), { count: async () => counted });
    expect((await counter.count('codes', 'number', 60)).count).toBe(1);
    await goAway();
    expect(await counter.count('codes', 'number', 60)).toEqual(counted);
    await comeBack();
    expect(
      (await until(async () => (await counter.count('codes', 'number', 60)).count !== 7 && counter.count('codes', 'number', 60))).count,
    ).toBeGreaterThanOrEqual(3);
    await close();
  });
});
