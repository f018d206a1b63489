import { domain } from '#domain/aggregates.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { ChangePublisher } from '#platform/live/change-publisher.js';
import { createLogger } from '#platform/process/logger.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnMongo } from '#platform/read-side/read-store/read-store-on-mongo.js';
import { setOfLane } from '#platform/read-side/projections/view-set.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { connectMongo } from '#platform/storage/mongo/connect-mongo.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import { createProjectionHosts } from '#projections/projecting.js';
import { join } from 'node:path';

/**
 * Program that projects the log of a folder into views in MongoDB, in lanes that it shares with
 * other such processes. Prints a line when its views have the whole log. Arguments: folder,
 * MongoDB's URL, number of lanes.
 */
const [, , folder, url, lanes] = process.argv as [string, string, string, string, string];
const log = EventLogOnSqlite.open(join(folder, 'log.sqlite'), 'readonly');
const keys = KeyStoreOnSqlite.open(join(folder, 'keys.sqlite'), 'readonly');
const mongo = await connectMongo(url);
const stores = new ReadStores(
  await Promise.all(
    Array.from({ length: Number(lanes) }, (_, lane) =>
      ReadStoreOnMongo.open(mongo, { set: setOfLane('bench', lane, Number(lanes)) }),
    ),
  ),
);
const hosts = createProjectionHosts({
  log,
  stores,
  commits: new ChangePublisher(),
  logger: createLogger('error'),
  ...createEventReading({ domain, log, keys }),
});
await hosts.start();
const head = await log.readLastPosition();
while ((await hosts.checkHealth()).position < head)
  await new Promise((resolve) => setTimeout(resolve, 100));
process.stdout.write('projected\n');
process.on('SIGTERM', () => void hosts.stop().then(() => process.exit()));
