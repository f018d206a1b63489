import { join } from 'node:path';
import { placeOf } from '../addresses.js';
import type { AlarmClock } from '../clock.js';
import type { Config } from '../config.js';
import { withFaults } from '../event-log/event-log-with-faults.js';
import { type EventLog, beforeAll } from '../event-log/event-log.js';
import type { FileStore } from '../file-store/file-store.js';
import type { Geocoder } from '../geocoder/geocoder.js';
import type { Job, JobQueue } from '../job-queue/job-queue.js';
import type { KeyStore } from '../key-store/key-store.js';
import type { DevInbox } from '../messages/dev-inbox.js';
import type { Messages } from '../messages/messages.js';
import type { ReadStore } from '../read-store/read-store.js';
import type { SecretStore } from '../secret-store/secret-store.js';
import { patiently } from './patiently.js';

/** Everything a process may stand on. */
export type OpenParts = {
  readonly log: EventLog;
  readonly keys: KeyStore;
  readonly secrets: SecretStore;
  readonly store: ReadStore;
  readonly jobs: JobQueue;
  readonly files: FileStore;
  readonly messages: Messages;
  readonly devInbox: DevInbox | undefined;
  readonly geocoder: Geocoder;
};

export type OpeningOptions = {
  readonly clock: AlarmClock;
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
 */
export async function openParts<Name extends keyof OpenParts>(
  config: Config,
  wanted: readonly Name[],
  options: OpeningOptions,
): Promise<Pick<OpenParts, Name> & Closable> {
  const opened: Closable[] = [];
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    const openers = openersOf(config, options, (part) => (opened.push(part), part));
    const parts: Partial<OpenParts> = {};
    for (const name of wanted) Object.assign(parts, { [name]: await openers[name]() });
    if (parts.log && parts.keys) await parts.keys.belongTo(await parts.log.identity(), (await parts.log.head()) !== beforeAll);
    return { ...(parts as Pick<OpenParts, Name>), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Openers = { readonly [Name in keyof OpenParts]: () => Promise<OpenParts[Name]> };

function openersOf(config: Config, options: OpeningOptions, kept: <Part extends Closable>(part: Part) => Part): Openers {
  const { clock, jobFailed, print = toStandardOutput } = options;
  const { servers } = config;
  /** In the data folder, which is this process's own as soon as anything embedded is kept in it. */
  const folder = once(async () => {
    const { takeDataFolder } = await import('../embedded/data-folder.js');
    const { path, release } = takeDataFolder(config.dataDir);
    kept({ close: release });
    return path;
  });
  const within = async (name: string) => join(await folder(), name);
  const secretsFile = once(async () => kept((await import('../secret-store/secrets-file.js')).openSecretsFile(await within('secrets.sqlite'))));
  const inbox = once(async () => {
    if (config.production || servers.whatsApp) return undefined;
    return new (await import('../messages/dev-inbox.js')).DevInbox(join(config.dataDir, 'dev-inbox'), clock, print);
  });

  return {
    log: async () => withFaults(kept((await import('../event-log/event-log-on-sqlite.js')).EventLogOnSqlite.open(await within('log.sqlite')))),
    keys: async () => kept((await import('../key-store/key-store-on-sqlite.js')).KeyStoreOnSqlite.open(await within('keys.sqlite'))),
    secrets: async () => new (await import('../secret-store/secret-store-on-sqlite.js')).SecretStoreOnSqlite(await secretsFile(), clock),
    jobs: async () => new (await import('../job-queue/job-queue-on-sqlite.js')).JobQueueOnSqlite(await secretsFile(), clock, jobFailed),
    store: async () => kept(new (await import('../read-store/read-store-on-sqlite.js')).ReadStoreOnSqlite(await within('views.sqlite'))),
    files: async () => kept(new (await import('../file-store/file-store-in-folder.js')).FileStoreInFolder(config.filesDir)),
    messages: async () => (await inbox()) ?? (await import('../messages/no-messages.js')).noMessages,
    devInbox: inbox,
    geocoder: async () => (await import('../geocoder/no-geocoder.js')).noGeocoder,
  };
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

const toStandardOutput = (line: string) => void process.stdout.write(`${line}\n`);
void [patiently, placeOf];
