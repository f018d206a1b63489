import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAUNCH_TIMEOUT_MS, mongodVersion, findOrInstallMongod } from '../../mongod.mjs';
import { EventStoreStandIn } from '../event-store-stand-in/event-store-stand-in.js';
import { RedisProcess } from './redis-process.js';
import { S3StandIn } from '../stand-ins/s3-stand-in.js';

/** Environment variables by which a product finds its servers. */
export type ServerAddresses = {
  readonly EVENTSTORE_URL: string;
  readonly MONGO_URL: string;
  readonly REDIS_URL: string;
  readonly S3_URL: string;
};

/**
 * Program with one mongod and one Redis for a whole run of specs. `POST /` allocates databases on
 * both, a log and a file store. Prints its URL, and ends with its parent process.
 */
const folder = mkdtempSync(join(tmpdir(), 'fieldtrace-servers-'));
const [mongo, redis] = await Promise.all([
  MongoMemoryReplSet.create({
    binary: { systemBinary: await findOrInstallMongod(), version: mongodVersion, checkMD5: false },
    instanceOpts: [{ launchTimeout: LAUNCH_TIMEOUT_MS }],
    replSet: { count: 1, storageEngine: 'wiredTiger', args: ['--wiredTigerCacheSizeGB', '0.5'] },
  }),
  RedisProcess.start(['--databases', '10000']),
]);

const server = createServer((_, answer) => {
  allocateServers().then(
    (servers) => answer.end(JSON.stringify(servers)),
    (error: unknown) => answer.writeHead(500).end(String(error)),
  );
}).listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);

/** Delay of a call to the log in milliseconds, similar to a real EventStoreDB. */
const callMs = Number(process.env['EVENTSTORE_CALL_MS'] ?? 1.5);
let allocatedCount = 0;
async function allocateServers(): Promise<ServerAddresses> {
  const number = ++allocatedCount;
  const [log, files] = await Promise.all([
    EventStoreStandIn.start(join(folder, `log-${number}`), { callMs }),
    S3StandIn.start(),
  ]);
  return {
    EVENTSTORE_URL: log.url,
    MONGO_URL: mongo.getUri(`spec-${number}`),
    REDIS_URL: redis.url(number),
    S3_URL: files.url(),
  };
}

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([mongo.stop(), redis.dispose()]);
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
process.on('disconnect', () => void end());
process.stdin.on('end', () => void end()).resume();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
