import { CommitsOnRedis } from '#platform/live/commits-on-redis.js';
import { commitsContract } from '#platform/live/commits.contract.js';
import type { CommitNews } from '#platform/live/commits.js';
import { readConfig } from '#platform/config.js';
import { openParts } from '#platform/process/open-parts.js';
import { type RedisServer, connectRedis } from '#platform/redis/connect-redis.js';
import { ClockInMemory } from '#platform/testing/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { until } from '../acceptance/until.js';
import { RedisForTests } from './redis.js';

const folder = folders();
let redis: RedisForTests;
const connected: RedisServer[] = [];
const open = async () => {
  const server = await connectRedis(redis.url());
  connected.push(server);
  return new CommitsOnRedis(server);
};
const close = async () => {
  await connected[0]?.client.flushall();
  for (const server of connected.splice(0)) server.close();
};

beforeAll(async () => void (redis = await RedisForTests.start()));
afterAll(() => redis.dispose());

describe('news of commits through Redis', () => commitsContract(open, close));

test('whatever processes name the same Redis hear of each other', async () => {
  const opening = { clock: new ClockInMemory(), jobFailed: () => {}, onTrouble: () => {} };
  const [host, backend] = await Promise.all(
    ['host', 'backend'].map((name) => openParts(readConfig({ DATA_DIR: join(folder(), name), REDIS_URL: redis.url() }), ['commits'], opening)),
  );
  const heard: CommitNews[] = [];
  const stop = backend!.commits.follow((news) => heard.push(news));
  await until(() => (host!.commits.publish({ position: '1', changes: [] }), heard.length > 0));
  stop();
  await Promise.all([host!.close(), backend!.close()]);
});

test.each([
  ['was away', async () => {}],
  ['was emptied', () => connected[0]!.client.flushall()],
])('it goes on by itself when Redis %s', async (_, what) => {
  const [host, backend] = [await open(), await open()];
  const heard: CommitNews[] = [];
  const stop = backend.follow((news) => heard.push(news));
  await until(() => (host.publish({ position: '1', changes: [] }), heard.length > 0));
  await redis.end('SIGKILL');
  expect(() => host.publish({ position: '2', changes: [] })).not.toThrow();
  await redis.start();
  await until(() => connected.every(({ isReady }) => isReady));
  await what();
  await until(() => (host.publish({ position: '3', changes: [] }), heard.at(-1)?.position === '3'));
  stop();
  await close();
});

test('what was told is not kept', async () => {
  const host = await open();
  for (let position = 0; position < 2_000; position++) host.publish({ position: String(position), changes: [] });
  const { client } = connected[0]!;
  expect(await until(async () => (await client.xlen('fieldtrace:commits')) || undefined)).toBeLessThan(600);
  expect(await client.pttl('fieldtrace:commits')).toBeLessThanOrEqual(60_000);
  await close();
});
