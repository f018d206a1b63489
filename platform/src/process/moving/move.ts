import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../common/clock.js';
import { BadConfig, type Config, placeOf } from '../../common/config/config.js';
import { EventLogOnEventStore } from '../../event-log/event-log-on-eventstore.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { type EventLog, beforeAll } from '../../event-log/event-log.js';
import { KeyStoreOnMongo } from '../../sealing/key-store/key-store-on-mongo.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import type { KeyStore } from '../../sealing/key-store/key-store.js';
import { takeDataFolder } from '../../storage/embedded/data-folder.js';
import { KeyValueStoreOnMongo } from '../../storage/key-value-store/key-value-store-on-mongo.js';
import { KeyValueStoreOnSqlite } from '../../storage/key-value-store/key-value-store-on-sqlite.js';
import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { connectMongo } from '../../storage/mongo/connect-mongo.js';
import { retryWhileUnavailable } from '../retry.js';
import { checkIsBeginning, copyLog } from './copy-log.js';

type Options = {
  readonly config: Pick<Config, 'dataDir' | 'servers'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly progress?: (events: number) => void;
  /** How long to wait for servers that do not answer, and what is printed meanwhile. */
  readonly waiting?: { readonly seconds: number; readonly say: (line: string) => void };
};
type Moved = { readonly events: number; readonly secrets: number };
type Stores = { readonly log: EventLog; readonly keys: KeyStore; readonly secrets: KeyValueStore };
type Closing = <Part extends { close(): unknown }>(part: Part) => Part;

/**
 * Copies what the data folder holds to the servers. The folder stays as it is; an interrupted move goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the servers hold something else
 * @throws Unavailable if a process runs on the folder, or a server is out of reach
 * @throws KeysMissing if the keys are not those of the log, or there are others on the server
 */
export const moveToServers = (options: Options): Promise<Moved> =>
  closingAll(async (closing) => {
    const { dataDir } = options.config;
    const addresses = addressesOf(options.config);
    if (!existsSync(join(dataDir, 'log.sqlite'))) throw new BadConfig(`There is no log in DATA_DIR ${dataDir}`);
    const from = openFolder(options, closing);
    return copy(from, await openServers(addresses, options, closing, (log) => checkIsBeginning(from.log, log)), options);
  });

/**
 * Copies what the servers hold into a folder. The servers must not be written to meanwhile, and stay as they are; an interrupted move
 * goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the folder has been run on: its sessions may have ended since
 * @throws Unavailable, KeysMissing as above
 */
export const moveToFolder = (options: Options): Promise<Moved> =>
  closingAll(async (closing) => {
    const { dataDir } = options.config;
    const addresses = addressesOf(options.config);
    if (existsSync(join(dataDir, 'views.sqlite')))
      throw new BadConfig(
        `DATA_DIR ${dataDir} has been run on, so what is there may be older than the servers. Name a folder that is not there yet.`,
      );
    const from = await openServers(addresses, options, closing, async (log) => {
      if ((await log.head()) === beforeAll) throw new BadConfig('There is no event in the log at EVENTSTORE_URL');
    });
    const to = openFolder(options, closing);
    await checkIsBeginning(from.log, to.log);
    return copy(from, to, options);
  });

/** Keys first, because events are encrypted with them. Checkpoints of reactors name positions in their own log, and are not copied. */
async function copy(from: Stores, to: Stores, { progress }: Options): Promise<Moved> {
  await to.keys.copyFrom(from.keys, await from.log.identity(), await to.log.identity());
  let secrets = 0;
  for await (const { kind, id, value, expiresAt } of from.secrets.contents()) {
    if (kind === 'reactor') continue;
    await to.secrets.put(kind, id, value, { expected: 0, expiresAt }); // What is there already stays.
    secrets++;
  }
  return { secrets, events: await copyLog(from.log, to.log, progress) };
}

function addressesOf({ servers: { eventStore, mongo, keys = mongo } }: Options['config']) {
  if (eventStore === undefined || mongo === undefined || keys === undefined)
    throw new BadConfig('Which servers? EVENTSTORE_URL and MONGO_URL are missing (and KEYS_URL, where keys have a server of their own).');
  return { eventStore, mongo, keys };
}

/** @param check of the log, before anything else is opened */
async function openServers(
  { eventStore, mongo, keys }: ReturnType<typeof addressesOf>,
  { clock, waiting = { seconds: 0, say: () => {} } }: Options,
  closing: Closing,
  check: (log: EventLog) => Promise<unknown>,
): Promise<Stores> {
  const reached = <Result>(url: string, open: () => Promise<Result>) => retryWhileUnavailable(open, { what: placeOf(url), ...waiting });
  const log = closing(EventLogOnEventStore.open(eventStore));
  await reached(eventStore, () => check(log));
  const views = closing(await reached(mongo, () => connectMongo(mongo, { setting: 'MONGO_URL' })));
  const keysThere = keys === mongo ? views : closing(await reached(keys, () => connectMongo(keys, { setting: 'KEYS_URL' })));
  return { log, keys: await KeyStoreOnMongo.open(keysThere), secrets: await KeyValueStoreOnMongo.open(views, clock) };
}

function openFolder({ config: { dataDir }, clock }: Options, closing: Closing): Stores {
  const { release } = takeDataFolder(dataDir);
  closing({ close: release });
  return {
    log: closing(EventLogOnSqlite.open(join(dataDir, 'log.sqlite'))),
    keys: closing(KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'))),
    secrets: closing(new KeyValueStoreOnSqlite(openSecretsFile(join(dataDir, 'secrets.sqlite')), clock)),
  };
}

/** What was opened is closed again, the last one first, however it ends. */
async function closingAll<Result>(work: (closing: Closing) => Promise<Result>): Promise<Result> {
  const closes: (() => unknown)[] = [];
  try {
    return await work((part) => (closes.push(() => part.close()), part));
  } finally {
    for (const close of closes.reverse()) await close();
  }
}
