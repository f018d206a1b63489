import { join } from 'node:path';
import type { Clock } from '../common/clock.js';
import { type Config, placeOf } from '../common/config/config.js';
import { withFaults } from '../event-log/event-log-with-faults.js';
import { type EventLog, beforeAll } from '../event-log/event-log.js';
import { CachingEventLog } from '../event-log/caching-event-log.js';
import type { FileStore } from '../files/file-store/file-store.js';
import { type Geocoder, noGeocoder } from '../integrations/geocoder/geocoder.js';
import type { Job, JobQueue } from '../jobs/job-queue/job-queue.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import type { DevInbox } from '../integrations/messages/dev-inbox.js';
import type { ChangePublisher } from '../live/change-publisher.js';
import { type Messages, noMessages } from '../integrations/messages/messages.js';
import type { SocketAdapter } from '../live/sockets-on-redis.js';
import type { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import type { ReadStore } from '../read-side/read-store/read-store.js';
import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { Unavailable } from '../common/unavailable.js';
import { checkLogIsWhole } from './log-whole.js';
import { retryWhileUnavailable } from './retry.js';

/** Everything a process may stand on. */
export type OpenParts = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: KeyValueStore;
  readonly store: ReadStore;
  readonly jobs: JobQueue;
  readonly files: FileStore;
  readonly messages: Messages;
  /** What people were sent while nothing sends messages, whichever process got it. */
  readonly devInbox: Pick<DevInbox, 'newestFirst'> | undefined;
  readonly geocoder: Geocoder;
  readonly commits: ChangePublisher;
  /** Limits are counted here, by all processes together where there is Redis. */
  readonly rates: RateLimiter;
  /** Reaches the sockets of other processes; undefined without Redis. */
  readonly socketAdapter: SocketAdapter | undefined;
};

export type OpeningOptions = {
  readonly clock: Clock;
  /** Told of each attempt of a job that failed, and whether it was the last. */
  readonly jobFailed: (job: Job, error: unknown, last: boolean) => void;
  /** Something outside does not answer now; it is tried again. */
  readonly onTrouble: (error: unknown) => void;
  /** For whoever started the process: what is waited for, and what the dev inbox has got. */
  readonly print?: (line: string) => void;
};

type Closable = { close(): Promise<void> | void };

/**
 * Opens, of each part that is asked for, the real server where its address is set and the embedded one elsewhere. Adapters are
 * loaded only when they are used: whoever sets nothing pays for no client.
 * @throws Unavailable if another process has the data folder, or a server does not answer in time
 * @throws KeysMissing if the keys are not those of the log
 * @throws LogCutShort if the log ends before what the views know
 */
export async function openParts<Name extends keyof OpenParts>(
  config: Config,
  wanted: readonly Name[],
  options: OpeningOptions,
): Promise<Pick<OpenParts, Name> & { close(): Promise<void> }> {
  const opened: Closable[] = [];
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    const openers = openersOf(config, wanted, options, (part) => (opened.push(part), part));
    const parts: Partial<OpenParts> = {};
    for (const name of wanted) Object.assign(parts, { [name]: await openers[name]() });
    if (parts.log && parts.keys) await parts.keys.belongTo(await parts.log.identity(), (await parts.log.head()) !== beforeAll);
    if (parts.log && parts.store) await checkLogIsWhole(parts.log, parts.store);
    return { ...(parts as Pick<OpenParts, Name>), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where log and keys are files of this process. */
export const logAndKeyFiles = ({ dataDir, servers }: Pick<Config, 'dataDir' | 'servers'>) =>
  servers.eventStore === undefined && servers.keys === undefined
    ? { log: join(dataDir, 'log.sqlite'), keys: join(dataDir, 'keys.sqlite') }
    : undefined;

type Openers = { readonly [Name in keyof OpenParts]: () => Promise<OpenParts[Name]> };

function openersOf(
  config: Config,
  wanted: readonly (keyof OpenParts)[],
  options: OpeningOptions,
  kept: <Part extends Closable>(part: Part) => Part,
): Openers {
  const { clock, jobFailed, onTrouble, print = toStandardOutput } = options;
  const { servers, waitForServersSeconds: seconds } = config;
  const reached = <Part>(url: string, open: () => Promise<Part>) => retryWhileUnavailable(open, { what: placeOf(url), seconds, say: print });

  /** In the data folder, which is this process's own as soon as anything embedded is kept in it. */
  const folder = once(async () => {
    const { path, release } = (await import('../storage/embedded/data-folder.js')).takeDataFolder(config.dataDir);
    kept({ close: release });
    return path;
  });
  const within = async (name: string) => join(await folder(), name);
  const secretsFile = once(async () => kept((await import('../storage/key-value-store/secrets-file.js')).openSecretsFile(await within('secrets.sqlite'))));
  const mongoAt = once(async (url: string, setting: string) => {
    const { connectMongo } = await import('../storage/mongo/connect-mongo.js');
    return kept(await reached(url, () => connectMongo(url, { setting })));
  });
  const redisAt = once(async (url: string) => kept(await (await import('../storage/redis/connect-redis.js')).connectRedis(url, { onTrouble })));

  const secrets = once(async () => {
    const url = servers.mongo;
    if (url === undefined)
      return new (await import('../storage/key-value-store/key-value-store-on-sqlite.js')).KeyValueStoreOnSqlite(await secretsFile(), clock);
    const { KeyValueStoreOnMongo } = await import('../storage/key-value-store/key-value-store-on-mongo.js');
    const mongo = await mongoAt(url, 'MONGO_URL');
    return kept(await reached(url, () => KeyValueStoreOnMongo.open(mongo, clock)));
  });

  const rates = once(async () => {
    const { RateLimiter } = await import('../storage/rate-limiter/rate-limiter.js');
    return new RateLimiter(servers.redis === undefined ? undefined : await redisAt(servers.redis));
  });

  const inboxPath = join(config.dataDir, 'dev-inbox');
  const inbox = once(async () => (config.hasDevInbox ? new (await import('../integrations/messages/dev-inbox.js')).DevInbox(inboxPath, clock, print) : undefined));

  return {
    async log() {
      const url = servers.eventStore;
      if (url === undefined)
        return withFaults(kept((await import('../event-log/event-log-on-sqlite.js')).EventLogOnSqlite.open(await within('log.sqlite'))));
      const { EventLogOnEventStore } = await import('../event-log/event-log-on-eventstore.js');
      const log = kept(EventLogOnEventStore.open(url, { onTrouble }));
      await reached(url, () => log.identity());
      return new CachingEventLog(withFaults(log), { clock, onTrouble });
    },
    async keys() {
      const url = servers.keys;
      if (url === undefined) return kept((await import('../sealing/key-store/key-store-on-sqlite.js')).KeyStoreOnSqlite.open(await within('keys.sqlite')));
      const { KeyStoreOnMongo } = await import('../sealing/key-store/key-store-on-mongo.js');
      const mongo = await mongoAt(url, url === servers.mongo ? 'MONGO_URL' : 'KEYS_URL');
      return kept(await reached(url, () => KeyStoreOnMongo.open(mongo)));
    },
    secrets,
    async socketAdapter() {
      if (servers.redis === undefined) return undefined;
      return (await import('../live/sockets-on-redis.js')).socketsOnRedis(await redisAt(servers.redis));
    },
    rates,
    async store() {
      const url = servers.mongo;
      if (url === undefined) return kept(new (await import('../read-side/read-store/read-store-on-sqlite.js')).ReadStoreOnSqlite(await within('views.sqlite')));
      const { ReadStoreOnMongo } = await import('../read-side/read-store/read-store-on-mongo.js');
      const mongo = await mongoAt(url, 'MONGO_URL');
      return kept(await reached(url, () => ReadStoreOnMongo.open(mongo)));
    },
    async jobs() {
      const url = servers.redis;
      if (url === undefined) return new (await import('../jobs/job-queue/job-queue-on-sqlite.js')).JobQueueOnSqlite(await secretsFile(), clock, jobFailed);
      const { JobQueueOnRedis } = await import('../jobs/job-queue/job-queue-on-redis.js');
      return kept(new JobQueueOnRedis(await redisAt(url), { jobFailed, onTrouble }));
    },
    async files() {
      const { s3 } = servers;
      if (!s3) {
        const { FileStoreInFolder } = await import('../files/file-store/file-store-in-folder.js');
        return kept(new FileStoreInFolder(config.filesDir, { shared: config.sharesFiles }));
      }
      const { FileStoreOnS3 } = await import('../files/file-store/file-store-on-s3.js');
      return kept(await reached(s3.endpoint, () => FileStoreOnS3.open(s3)));
    },
    async messages() {
      if (servers.whatsApp) return (await import('../integrations/messages/whatsapp.js')).WhatsApp.open(servers.whatsApp);
      return (await inbox()) ?? noMessages;
    },
    async devInbox() {
      if (!config.hasDevInbox) return undefined;
      return wanted.includes('messages') ? inbox() : (await import('../integrations/messages/dev-inbox.js')).inboxOfOthers(inboxPath);
    },
    async commits() {
      if (servers.redis === undefined) return new (await import('../live/change-publisher.js')).ChangePublisherInProcess();
      const { ChangePublisherOnRedis } = await import('../live/change-publisher-on-redis.js');
      return new ChangePublisherOnRedis(await redisAt(servers.redis));
    },
    async geocoder() {
      if (!servers.geocoder) return noGeocoder;
      const { url, contact } = servers.geocoder;
      const limiter = servers.redis === undefined ? undefined : await rates();
      const { Nominatim } = await import('../integrations/geocoder/nominatim.js');
      return Nominatim.open(url, { contact, limiter, onTrouble: (words) => onTrouble(new Unavailable(words)) });
    },
  };
}

/** For the same address the same. */
function once<Given extends readonly string[], Made>(make: (...given: Given) => Promise<Made>): (...given: Given) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (...given) => {
    const [key = ''] = given;
    const there = made.get(key) ?? make(...given);
    made.set(key, there);
    return there;
  };
}

const toStandardOutput = (line: string) => void process.stdout.write(`${line}\n`);
