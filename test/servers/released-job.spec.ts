import {
  JobQueueOnRedis,
  returnToQueue,
  keyPrefix,
} from '#platform/jobs/job-queue/job-queue-on-redis.js';
import { type RedisServer, connectRedis } from '#platform/storage/redis/connect-redis.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Worker } from 'bullmq';
import { RedisProcess } from './programs/redis-process.js';

let redis: RedisProcess;
let server: RedisServer;
beforeAll(async () => {
  redis = await RedisProcess.start();
  server = await connectRedis(redis.url());
});
afterAll(async () => {
  server?.close();
  await redis?.dispose();
});

test('a job that a stopping worker returns keeps all its tries', async () => {
  const queue = new JobQueueOnRedis(server, () => {});
  await queue.add('send', 'one', {});
  const connection = server.openBlocking();
  const stoppingWorker = new Worker('send', undefined, {
    connection,
    prefix: keyPrefix,
    autorun: false,
  });
  for (let stops = 0; stops < 7; stops++) {
    const token = `stop ${stops}`;
    const takenJob = (await stoppingWorker.getNextJob(token, { block: false }))!;
    await returnToQueue(server, takenJob, token);
  }
  await stoppingWorker.close(true);
  connection.disconnect();

  const stop = new AbortController();
  const attempt = new Promise<number>((resolve) => {
    void queue.work({ send: async (job) => resolve(job.attempt) }, stop.signal);
  });
  expect(await attempt).toBe(1);
  stop.abort();
  await queue.close();
});
