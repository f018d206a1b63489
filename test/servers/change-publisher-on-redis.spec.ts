import { ChangePublisher } from '#platform/live/change-publisher.js';
import { changePublisherContract } from '#platform/live/change-publisher.contract.js';
import type { Position } from '#platform/event-log/event-log.js';
import { readConfig } from '#platform/common/config/config.js';
import { openParts } from '#platform/process/open-parts.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { until } from '../acceptance/product/until.js';
import { RedisProcess } from './programs/redis-process.js';

const folder = folders();
let redis: RedisProcess;
const redisServers: RedisServer[] = [];
const open = async () => {
  const server = await connectRedis(redis.url());
  redisServers.push(server);
  return new ChangePublisher(server);
};
const close = async () => {
  await redisServers[0]?.client.flushall();
  for (const server of redisServers.splice(0)) server.close();
};

beforeAll(async () => void (redis = await RedisProcess.start()));
afterAll(() => redis.dispose());

describe('notifications of commits through Redis', () => changePublisherContract(open, close));

test('processes on the same Redis notify each other', async () => {
  const opening = { clock: new ClockInMemory(), onJobFailure: () => {}, onTrouble: () => {} };
  const [host, backend] = await Promise.all(
    ['host', 'backend'].map((name) =>
      openParts(
        readConfig({ DATA_DIR: join(folder(), name), REDIS_URL: redis.url() }),
        ['commits'],
        opening,
      ),
    ),
  );
  const received: Position[] = [];
  const stop = backend!.commits.subscribe((position) => received.push(position));
  await until(() => (host!.commits.publish('1'), received.length > 0));
  stop();
  await Promise.all([host!.close(), backend!.close()]);
});

test('commits of another installation on the same Redis are not received', async () => {
  const servers = await Promise.all([redis.url(1), redis.url(2)].map((url) => connectRedis(url)));
  const [here, there] = servers.map((server) => new ChangePublisher(server));
  const received: string[] = [];
  const stop = here!.subscribe((position) => received.push(position));
  await until(() => {
    there!.publish('elsewhere');
    here!.publish('here');
    return received.includes('here');
  });
  stop();
  for (const server of servers) server.close();
  expect(new Set(received)).toEqual(new Set(['here']));
});

test.each([
  ['was away', async () => {}],
  ['was emptied', () => redisServers[0]!.client.flushall()],
])('a publisher goes on by itself after Redis %s', async (_, emptyRedis) => {
  const [host, backend] = [await open(), await open()];
  const received: Position[] = [];
  const stop = backend.subscribe((position) => received.push(position));
  await until(() => (host.publish('1'), received.length > 0));
  await redis.end('SIGKILL');
  expect(() => host.publish('2')).not.toThrow();
  await redis.start();
  await until(() => redisServers.every(({ isReady }) => isReady));
  await emptyRedis();
  await until(() => (host.publish('3'), received.at(-1) === '3'));
  stop();
  await close();
});
