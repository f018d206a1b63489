import { join } from 'node:path';
import type { Clock } from '../common/clock.js';
import { withFaults } from '../common/failpoint.js';
import { type Config, placeOf } from '../common/config/config.js';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { type EventLog, beforeAll } from '../event-log/event-log.js';
import { FileStoreInFolder } from '../files/file-store/file-store-in-folder.js';
import type { FileStore } from '../files/file-store/file-store.js';
import { DevInbox } from '../integrations/messages/dev-inbox.js';
import { type Messages, noMessages } from '../integrations/messages/messages.js';
import type { JobFailed } from '../jobs/job-queue/attempts.js';
import { JobQueueOnSqlite } from '../jobs/job-queue/job-queue-on-sqlite.js';
import type { JobQueue } from '../jobs/job-queue/job-queue.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { ReadStoreOnSqlite } from '../read-side/read-store/read-store-on-sqlite.js';
import { type ReadStore, LIVE_TRACK } from '../read-side/read-store/read-store.js';
import { KeyStoreOnSqlite } from '../sealing/key-store/key-store-on-sqlite.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { takeDataFolder } from '../storage/embedded/data-folder.js';
import { KeyValueStoreOnSqlite } from '../storage/key-value-store/key-value-store-on-sqlite.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { openSecretsFile } from '../storage/key-value-store/secrets-file.js';
import { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import { retryWhileUnavailable } from './retry.js';

export type OpenOptions = {
  readonly clock: Clock;
  readonly jobFailed: JobFailed;
  /** A server does not answer now; it is asked again. */
  readonly onTrouble: (error: unknown) => void;
  /** Prints outages and messages of the dev inbox; standard output by default. */
  readonly print?: ((line: string) => void) | undefined;
  /** Also where they do not belong together yet. */
  readonly unchecked?: true;
};

type Openers = ReturnType<typeof openersOf>;
export type PartName = keyof Openers;
export type OpenParts = { readonly [Name in PartName]: Awaited<ReturnType<Openers[Name]>> };
type Closable = { close(): Promise<void> | void };

type Opened<Name extends PartName> = Pick<OpenParts, Name> & { close(): Promise<void> };

/**
 * The log ends before what was made from it: its newest part is lost, or it was restored from a
 * backup beside newer views (the process stops).
 */
export class LogCutShort extends Error {}

/**
 * Opens, for each port that is asked for, the adapter of the server whose address is set, else the
 * embedded one.
 * @throws Unavailable if another process has the data folder, or a server does not answer in time
 * @throws KeysMissing if the keys are not those of the log
 * @throws LogCutShort if the log ends before what the views know
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
    const openers = openersOf(config, options, (part) => (opened.push(part), part));
    const parts: Partial<OpenParts> = {};
    for (const name of names) Object.assign(parts, { [name]: await openers[name]() });
    if (!options.unchecked) await checkTogether(parts);
    return { ...(parts as Pick<OpenParts, Name>), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checkTogether({ log, keys, store }: Partial<OpenParts>): Promise<void> {
  if (log && keys) await keys.belongTo(await log.identity(), (await log.head()) !== beforeAll);
  if (!log || !store) return;
  // Otherwise a log whose newest part is lost would be gone on with, and what was acknowledged be
  // gone without a word.
  const checkpoint = await store.checkpoint(LIVE_TRACK); // Before the log's end: that only grows.
  if (
    !checkpoint ||
    checkpoint.log !== (await log.identity()) ||
    checkpoint.position <= (await log.head())
  )
    return;
  throw new LogCutShort(
    'The event log ends before what the views were made from: its newest part is missing. Put the whole log back and start again. ' +
      'If it was restored from a backup on purpose, what came after the backup is lost: remove the views (views.sqlite, or the database fieldtrace in MongoDB), ' +
      'apply the tombstones (docs/operations.md, "Backup and restore"), and start again.',
  );
}

/** Paths of the log and the keys, if both are files of this process. */
export const logAndKeyFiles = ({ dataDir, servers }: Pick<Config, 'dataDir' | 'servers'>) =>
  servers.eventStore === undefined && servers.keys === undefined
    ? { log: join(dataDir, 'log.sqlite'), keys: join(dataDir, 'keys.sqlite') }
    : undefined;

/** Clients of servers are imported only where they are used. */
function openersOf(
  { servers, dataDir, filesDir, sharesFiles, hasDevInbox, waitForServersSeconds: seconds }: Config,
  {
    clock,
    jobFailed,
    onTrouble,
    print = (line) => void process.stdout.write(`${line}\n`),
  }: OpenOptions,
  closing: <Part extends Closable>(part: Part) => Part,
) {
  const reached = <Part>(url: string, open: () => Promise<Part>) =>
    retryWhileUnavailable(open, { what: placeOf(url), seconds, say: print });
  const mongoAt = async (url: string, setting: string) => {
    const { connectMongo } = await import('../storage/mongo/connect-mongo.js');
    return closing(await reached(url, () => connectMongo(url, { setting })));
  };
  /** The folder is this process's own as soon as anything embedded is kept in it. */
  const folder = once(() => {
    const { path, release } = takeDataFolder(dataDir);
    closing({ close: release });
    return path;
  });
  const secretsFile = once(() => closing(openSecretsFile(join(folder(), 'secrets.sqlite'))));
  const mongo = once(() => mongoAt(servers.mongo!, 'MONGO_URL'));
  const redis = once(async () => {
    if (servers.redis === undefined) return undefined;
    return closing(
      await (
        await import('../storage/redis/connect-redis.js')
      ).connectRedis(servers.redis, onTrouble),
    );
  });
  const inbox = once(() =>
    hasDevInbox ? new DevInbox(join(dataDir, 'dev-inbox'), clock, print) : undefined,
  );

  return {
    async log(): Promise<EventLog> {
      const url = servers.eventStore;
      if (url === undefined)
        return withFaults(closing(EventLogOnSqlite.open(join(folder(), 'log.sqlite'))));
      const { EventLogOnEventStore } = await import('../event-log/event-log-on-eventstore.js');
      const log = closing(EventLogOnEventStore.open(url, { onTrouble }));
      await reached(url, () => log.head());
      return withFaults(log);
    },
    async keys(): Promise<KeyStore> {
      const url = servers.keys;
      if (url === undefined) return closing(KeyStoreOnSqlite.open(join(folder(), 'keys.sqlite')));
      const { KeyStoreOnMongo } = await import('../sealing/key-store/key-store-on-mongo.js');
      const server = await (url === servers.mongo ? mongo() : mongoAt(url, 'KEYS_URL'));
      return closing(await reached(url, () => KeyStoreOnMongo.open(server)));
    },
    async secrets(): Promise<KeyValueStore> {
      const url = servers.mongo;
      if (url === undefined) return new KeyValueStoreOnSqlite(secretsFile(), clock);
      const { KeyValueStoreOnMongo } =
        await import('../storage/key-value-store/key-value-store-on-mongo.js');
      const server = await mongo();
      return closing(await reached(url, () => KeyValueStoreOnMongo.open(server, clock)));
    },
    async store(): Promise<ReadStore> {
      const url = servers.mongo;
      if (url === undefined) return closing(new ReadStoreOnSqlite(join(folder(), 'views.sqlite')));
      const { ReadStoreOnMongo } = await import('../read-side/read-store/read-store-on-mongo.js');
      const server = await mongo();
      return closing(await reached(url, () => ReadStoreOnMongo.open(server)));
    },
    async jobs(): Promise<JobQueue> {
      const server = await redis();
      if (!server) return new JobQueueOnSqlite(secretsFile(), clock, jobFailed);
      const { JobQueueOnRedis } = await import('../jobs/job-queue/job-queue-on-redis.js');
      return closing(new JobQueueOnRedis(server, jobFailed, onTrouble));
    },
    async files(): Promise<FileStore> {
      const { s3 } = servers;
      if (!s3) return closing(new FileStoreInFolder(filesDir, { shared: sharesFiles }));
      const { FileStoreOnS3 } = await import('../files/file-store/file-store-on-s3.js');
      return closing(await reached(s3.endpoint, () => FileStoreOnS3.open(s3)));
    },
    async messages(): Promise<Messages> {
      if (servers.whatsApp)
        return new (await import('../integrations/messages/whatsapp.js')).WhatsApp(
          servers.whatsApp,
        );
      return inbox() ?? noMessages;
    },
    async devInbox(): Promise<DevInbox | undefined> {
      return inbox();
    },
    async commits() {
      return new ChangePublisher(await redis());
    },
    /** Counts for all processes together where there is Redis. */
    async rates() {
      return new RateLimiter(await redis());
    },
    redis,
  };
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
