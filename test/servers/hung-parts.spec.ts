import { Unavailable } from '#platform/common/unavailable.js';
import { JobQueueOnRedis } from '#platform/jobs/job-queue/job-queue-on-redis.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { KeyStoreOnMongo } from '#platform/sealing/key-store/key-store-on-mongo.js';
import { KeyValueStoreOnMongo } from '#platform/storage/key-value-store/key-value-store-on-mongo.js';
import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { countCall } from '#platform/storage/rate-limiter/rate-limiter.contract.js';
import { RateLimiter } from '#platform/storage/rate-limiter/rate-limiter.js';
import { connectRedis } from '#platform/storage/redis/connect-redis.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '../acceptance/product/until.js';
import { FreezingProxy } from './stand-ins/freezing-proxy.js';
import { MongodProcess } from './programs/mongod-process.js';
import { numberedCommit, numberedDocuments } from './programs/numbered-commits.js';
import { RedisProcess } from './programs/redis-process.js';

const closeFunctions: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closeFunctions.splice(0).reverse()) await close();
});

const untilSuccessful = (call: () => Promise<unknown>) =>
  until(
    () =>
      call().then(
        () => true,
        () => false,
      ),
    { what: () => 'a successful call' },
  );

test('calls of all ports fail while MongoDB hangs, and succeed when it continues', async () => {
  const mongod = await MongodProcess.start();
  const proxy = await FreezingProxy.start(mongod.port);
  const mongo = await connectMongo(`mongodb://127.0.0.1:${proxy.port}/hung?directConnection=true`);
  closeFunctions.push(
    () => mongod.remove(),
    () => proxy.close(),
    () => mongo.close(),
  );
  const views = await ReadStoreOnMongo.open(mongo);
  const keys = await KeyStoreOnMongo.open(mongo);
  const secrets = await KeyValueStoreOnMongo.open(mongo, new ClockInMemory());
  await views.ensure([numberedDocuments]);
  await views.commit(numberedCommit(undefined));
  const calls = [
    () => views.readCheckpoint('current'),
    () =>
      views.find(numberedDocuments.name, {
        filter: { organizationId: 'org' },
        sort: ['-number'],
        limit: 9,
      }),
    () => keys.store(),
    () => secrets.get('session', 's'),
  ];
  const put = () => secrets.put('session', 's', { owner: 'asha' }, { expected: 0 });
  proxy.hang();
  for (const answer of await Promise.allSettled([...calls, put].map((call) => call())))
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
  proxy.thaw();
  for (const call of calls) await untilSuccessful(call);
  // The server may have carried out the failed write since; then a second one is refused.
  await put().catch(() => undefined);
  expect((await secrets.findByOwner('session', 'asha')).map(({ id }) => id)).toEqual(['s']);
});

test('calls of all ports fail or are skipped while Redis hangs, and succeed when it continues', async () => {
  const redis = await RedisProcess.start();
  const proxy = await FreezingProxy.start(redis.port);
  const server = await connectRedis(`redis://127.0.0.1:${proxy.port}`);
  const queue = new JobQueueOnRedis(server, () => {});
  const limiter = new RateLimiter(server);
  closeFunctions.push(
    () => redis.dispose(),
    () => proxy.close(),
    () => server.close(),
    () => queue.close(),
  );
  await queue.add('send', 'before', {});
  proxy.hang();
  await expect(queue.add('send', 'meanwhile', {})).rejects.toThrow(Unavailable);
  await expect(queue.readDepth()).rejects.toThrow(Unavailable);
  expect(await countCall(limiter, 'codes', 5, 60, 'asha')).toBe(true);
  proxy.thaw();
  await untilSuccessful(() => queue.add('send', 'meanwhile', {}));
  expect((await queue.readDepth()).waiting).toBe(2);
});
