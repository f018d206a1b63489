import { EventLogOnEventStore } from '#platform/event-log/event-log-on-eventstore.js';
import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerAddresses } from '../../servers/programs/server-pool.js';

/** Contents of a file; undefined for a folder, and for a file that was deleted meanwhile. */
function readFileIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (['EISDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}

/** All files of a folder by name. Contents begin with the name, so that a search covers it too. */
function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // The dev inbox contains messages to members with their own numbers, and none to a lead.
    const content = name === 'dev-inbox' ? undefined : readFileIfPresent(join(folder, name));
    if (content) contents.set(name, Buffer.concat([Buffer.from(name), content]));
  }
  return contents;
}

/**
 * Everything that an installation stores, by name: files of its data folder and contents of its
 * servers.
 */
export async function readStoredContents(
  dataDir: string,
  servers: ServerAddresses | undefined,
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map(readFiles(dataDir));
  if (!servers) return contents;

  const mongo = await MongoClient.connect(servers.MONGO_URL);
  const ownDatabase = mongo.db().databaseName;
  for (const { name } of (await mongo.db().admin().listDatabases()).databases)
    if (name === ownDatabase || name.startsWith(`${ownDatabase}_`))
      for (const { name: collection } of await mongo.db(name).listCollections().toArray()) {
        const documents = await mongo.db(name).collection(collection).find().toArray();
        contents.set(
          `${name} ${collection}`,
          Buffer.concat(documents.map((document) => BSON.serialize(document))),
        );
      }
  await mongo.close();

  const redis = new Redis(servers.REDIS_URL);
  await redis.config('SET', 'rdbcompression', 'no'); // Dumps are uncompressed, so that texts can be found.
  for (const key of await redis.keys('*'))
    contents.set(`redis ${key}`, (await redis.dumpBuffer(key)) ?? Buffer.alloc(0));
  await redis.quit();

  const log = EventLogOnEventStore.open(servers.EVENTSTORE_URL);
  for (let after = ''; ;) {
    const events = await log.readAll(after, 500);
    if (events.length === 0) break;
    after = events.at(-1)!.position;
    contents.set(`log until ${after}`, Buffer.from(JSON.stringify(events)));
  }
  await log.close();
  return contents;
}
