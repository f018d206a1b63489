import { join } from 'node:path';
import type { Clock } from '../common/clock.js';
import { withFaults } from '../common/failpoint.js';
import { type Config, publicAddress } from '../common/config/config.js';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { type EventLog, BEFORE_ALL } from '../event-log/event-log.js';
import { FileStoreInFolder } from '../files/file-store/file-store-in-folder.js';
import type { FileStore } from '../files/file-store/file-store.js';
import { DevInbox } from '../integrations/messages/dev-inbox.js';
import { type Messages, NO_MESSAGES } from '../integrations/messages/messages.js';
import type { OnJobFailure } from '../jobs/job-queue/attempts.js';
import { JobQueueOnSqlite } from '../jobs/job-queue/job-queue-on-sqlite.js';
import type { JobQueue } from '../jobs/job-queue/job-queue.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { areUsable } from '../read-side/projections/built-views.js';
import { ReadStoreOnSqlite } from '../read-side/read-store/read-store-on-sqlite.js';
import { type ReadStore, LIVE_TRACK } from '../read-side/read-store/read-store.js';
import { ReadStores, countLanes } from '../read-side/read-store/lanes.js';
import { setOfLane } from '../read-side/projections/view-set.js';
import { KeyStoreOnSqlite } from '../sealing/key-store/key-store-on-sqlite.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { lockDataFolder } from '../storage/embedded/data-folder.js';
import { KeyValueStoreOnSqlite } from '../storage/key-value-store/key-value-store-on-sqlite.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { openSecretsFile } from '../storage/key-value-store/secrets-file.js';
import { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import { retryWhileUnavailable } from './retry.js';

export type OpenOptions = {
  readonly clock: Clock;
  readonly onJobFailure: OnJobFailure;
  /** Called when a server does not answer; it is asked again. */
  readonly onTrouble: (error: unknown) => void;
  /** Prints outages and messages of the dev inbox; default: standard output. */
  readonly print?: ((line: string) => void) | undefined;
  /** Views of this build (`viewSetOf`), in processes that read or project them. */
  readonly viewSet?: string | undefined;
  /** Opens parts of different installations, which a move or a backup copies. */
  readonly skipSameInstallationCheck?: true;
};

type Openers = ReturnType<typeof createOpeners>;
export type PartName = keyof Openers;
export type OpenParts = { readonly [Name in PartName]: Awaited<ReturnType<Openers[Name]>> };
type Closable = { close(): Promise<void> | void };

type Opened<Name extends PartName> = Pick<OpenParts, Name> & { close(): Promise<void> };

/**
 * The log ends before the views' checkpoint: its end was lost, or a backup was restored beside
 * newer views. The process stops.
 */
export class LogCutShort extends Error {}

/**
 * Opens an adapter for each port: that of the server whose address is set, else the embedded one.
 * @throws Unavailable if another process has the data folder, or a server does not answer in time
 * @throws KeysMissing if the keys do not belong to the log
 * @throws LogCutShort if the log ends before the views' checkpoint
 */
export async function openParts<Name extends PartName>(
  config: Config,
  names: readonly Name[],
  options: OpenOptions,
): Promise<Opened<Name>> {
  const opened: Closable[] = [];
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    const openers = createOpeners(config, options, (part) => (opened.push(part), part));
    const parts: Partial<OpenParts> = {};
    for (const name of names) Object.assign(parts, { [name]: await openers[name]() });
    await adoptBuiltViews(parts, options);
    if (!options.skipSameInstallationCheck) await assertBelongTogether(parts);
    return { ...(parts as Pick<OpenParts, Name>), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Adopts views that were built in advance. If they cannot be used, the existing views stay. */
async function adoptBuiltViews(
  { log, stores }: Partial<OpenParts>,
  { viewSet, print = printLine }: OpenOptions,
): Promise<void> {
  const store = stores?.first;
  if (!log || !(store instanceof ReadStoreOnSqlite) || viewSet === undefined) return;
  try {
    await store.adoptBuilt(viewSet, (checkpoint) => areUsable(log, checkpoint));
  } catch (error) {
    print(`The built views are not used: ${(error as Error).message}`);
  }
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

async function assertBelongTogether({ log, keys, stores }: Partial<OpenParts>): Promise<void> {
  if (log && keys) {
    const hasEvents = (await log.readLastPosition()) !== BEFORE_ALL;
    await keys.bindToLog(await log.readIdentity(), { hasEvents });
  }
  if (!log || !stores) return;
  // Continuing with a truncated log would silently lose acknowledged commands. Read before the
  // log's head, which only grows.
  const checkpoints = await Promise.all(
    stores.all.map((store) => store.readCheckpoint(LIVE_TRACK)),
  );
  const identity = await log.readIdentity();
  const head = await log.readLastPosition();
  const isCutShort = checkpoints.some((each) => each?.log === identity && each.position > head);
  if (!isCutShort) return;
  throw new LogCutShort(
    'The event log ends before what the views were made from: its newest part is missing. Put the whole log back and start again. ' +
      'If it was restored from a backup on purpose, what came after the backup is lost: remove the views (views.sqlite and past, or the database fieldtrace in MongoDB), ' +
      'apply the tombstones (docs/operations.md, "Backup and restore"), and start again.',
  );
}

/** Paths of log and keys, if both are embedded files. */
export const logAndKeyFiles = ({ dataDir, servers }: Pick<Config, 'dataDir' | 'servers'>) =>
  servers.eventStore === undefined && servers.keys === undefined
    ? { log: join(dataDir, 'log.sqlite'), keys: join(dataDir, 'keys.sqlite') }
    : undefined;

/** Paths of the log and of all parts that a check compares it with, if all are embedded. */
export function embeddedFiles(config: Pick<Config, 'dataDir' | 'servers'>) {
  const files = logAndKeyFiles(config);
  const file = (name: string) => join(config.dataDir, name);
  return files && config.servers.mongo === undefined
    ? { ...files, secrets: file('secrets.sqlite'), views: file('views.sqlite') }
    : undefined;
}

/** Clients of servers are imported only if used. */
function createOpeners(
  {
    servers,
    dataDir,
    filesDir,
    sharesFiles,
    hasDevInbox,
    projectionLanes,
    waitForServersSeconds: seconds,
  }: Config,
  { clock, onJobFailure, onTrouble, viewSet, print = printLine }: OpenOptions,
  closeLater: <Part extends Closable>(part: Part) => Part,
) {
  const lanes = countLanes(projectionLanes);
  const openWithRetry = <Part>(url: string, open: () => Promise<Part>) =>
    retryWhileUnavailable(open, { part: publicAddress(url), seconds, print });
  const openMongo = async (url: string, setting: string) => {
    const { connectMongo } = await import('../storage/mongo/connect-mongo.js');
    return closeLater(await openWithRetry(url, () => connectMongo(url, { setting })));
  };
  /** Locks the folder when the first embedded adapter asks for it. */
  const folder = memoize(() => {
    const { path, release } = lockDataFolder(dataDir);
    closeLater({ close: release });
    return path;
  });
  const secretsFile = memoize(() => closeLater(openSecretsFile(join(folder(), 'secrets.sqlite'))));
  const mongo = memoize(() => openMongo(servers.mongo!, 'MONGO_URL'));
  const redis = memoize(async () => {
    if (servers.redis === undefined) return undefined;
    const { connectRedis } = await import('../storage/redis/connect-redis.js');
    return closeLater(await connectRedis(servers.redis, onTrouble));
  });
  const inbox = memoize(() =>
    hasDevInbox ? new DevInbox(join(dataDir, 'dev-inbox'), clock, print) : undefined,
  );

  return {
    async log(): Promise<EventLog> {
      const url = servers.eventStore;
      if (url === undefined)
        return withFaults(closeLater(EventLogOnSqlite.open(join(folder(), 'log.sqlite'))));
      const { EventLogOnEventStore } = await import('../event-log/event-log-on-eventstore.js');
      const log = closeLater(EventLogOnEventStore.open(url, { onTrouble }));
      await openWithRetry(url, () => log.readLastPosition());
      return withFaults(log);
    },
    async keys(): Promise<KeyStore> {
      const url = servers.keys;
      if (url === undefined)
        return closeLater(KeyStoreOnSqlite.open(join(folder(), 'keys.sqlite')));
      const { KeyStoreOnMongo } = await import('../sealing/key-store/key-store-on-mongo.js');
      const server = await (url === servers.mongo ? mongo() : openMongo(url, 'KEYS_URL'));
      return closeLater(await openWithRetry(url, () => KeyStoreOnMongo.open(server)));
    },
    async secrets(): Promise<KeyValueStore> {
      const url = servers.mongo;
      if (url === undefined) return new KeyValueStoreOnSqlite(secretsFile(), clock);
      const { KeyValueStoreOnMongo } =
        await import('../storage/key-value-store/key-value-store-on-mongo.js');
      const server = await mongo();
      return closeLater(await openWithRetry(url, () => KeyValueStoreOnMongo.open(server, clock)));
    },
    async stores(): Promise<ReadStores> {
      const url = servers.mongo;
      if (url === undefined)
        return new ReadStores([closeLater(new ReadStoreOnSqlite(join(folder(), 'views.sqlite')))]);
      const { ReadStoreOnMongo } = await import('../read-side/read-store/read-store-on-mongo.js');
      const server = await mongo();
      const opened: ReadStore[] = [];
      for (let lane = 0; lane < lanes; lane++) {
        const set = setOfLane(viewSet, lane, lanes);
        opened.push(await openWithRetry(url, () => ReadStoreOnMongo.open(server, { set })));
      }
      return new ReadStores(opened.map(closeLater));
    },
    async jobs(): Promise<JobQueue> {
      const server = await redis();
      if (!server) return new JobQueueOnSqlite(secretsFile(), clock, onJobFailure);
      const { JobQueueOnRedis } = await import('../jobs/job-queue/job-queue-on-redis.js');
      return closeLater(new JobQueueOnRedis(server, onJobFailure, onTrouble));
    },
    async files(): Promise<FileStore> {
      const { s3 } = servers;
      if (!s3) return closeLater(new FileStoreInFolder(filesDir, { shared: sharesFiles }));
      const { FileStoreOnS3 } = await import('../files/file-store/file-store-on-s3.js');
      return closeLater(await openWithRetry(s3.endpoint, () => FileStoreOnS3.open(s3)));
    },
    async messages(): Promise<Messages> {
      if (!servers.whatsApp) return inbox() ?? NO_MESSAGES;
      const { WhatsApp } = await import('../integrations/messages/whatsapp.js');
      return new WhatsApp(servers.whatsApp);
    },
    async devInbox(): Promise<DevInbox | undefined> {
      return inbox();
    },
    async commits() {
      return new ChangePublisher(
        await redis(),
        lanes === 1 ? viewSet : `${viewSet} in ${lanes} lanes`,
      );
    },
    /** Counts across processes if Redis is set. */
    async rates() {
      return new RateLimiter(await redis());
    },
    redis,
  };
}

function memoize<Made>(make: () => Made): () => Made {
  let result: { readonly value: Made } | undefined;
  return () => (result ??= { value: make() }).value;
}
