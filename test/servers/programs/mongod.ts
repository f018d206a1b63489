import { afterAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MongoMemoryReplSet, MongoMemoryServer } from 'mongodb-memory-server-core';
import { type Mongo, connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { LAUNCH_TIMEOUT_MS, mongodVersion, findOrInstallMongod } from '../../mongod.mjs';

async function findMongodBinary() {
  return { systemBinary: await findOrInstallMongod(), version: mongodVersion, checkMD5: false };
}

const settings = (parameters: Readonly<Record<string, string>>) =>
  Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]);

/**
 * Starts a real server as a replica set of one, in a folder of its own, until the end of the spec
 * file.
 */
export async function startReplicaSet(parameters: Readonly<Record<string, string>> = {}) {
  const set = await MongoMemoryReplSet.create({
    binary: await findMongodBinary(),
    instanceOpts: [{ launchTimeout: LAUNCH_TIMEOUT_MS }],
    replSet: { count: 1, storageEngine: 'wiredTiger', args: settings(parameters) },
  });
  const { pid } = set.servers[0]!.instanceInfo!.instance.mongodProcess!;
  return { urlOf: (database: string) => set.getUri(database), pid: pid!, stop: () => set.stop() };
}

/** Starts a real server without a replica set. */
export async function startStandalone(args: readonly string[] = []) {
  const server = await MongoMemoryServer.create({
    binary: await findMongodBinary(),
    instance: { launchTimeout: LAUNCH_TIMEOUT_MS, storageEngine: 'wiredTiger', args: [...args] },
  });
  return { url: server.getUri('fieldtrace'), stop: () => server.stop() };
}

/** Connects to new databases on one server for the whole spec file, which is removed afterwards. */
export async function connectToNewDatabases(parameters: Readonly<Record<string, string>> = {}) {
  const set = await startReplicaSet(parameters);
  const openedDatabases: Mongo[] = [];
  afterAll(async () => {
    await Promise.all(openedDatabases.splice(0).map((mongo) => mongo.close()));
    await set.stop();
  });
  return {
    ...set,
    connect: async (database = `spec-${randomUUID().slice(0, 8)}`) => {
      const mongo = await connectMongo(set.urlOf(database));
      openedDatabases.push(mongo);
      return mongo;
    },
  };
}
