import { join } from 'node:path';
import type { AlarmClock } from '../clock.js';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { beforeAll } from '../event-log/event-log.js';
import { FileStoreInFolder } from '../file-store/file-store-in-folder.js';
import { noGeocoder } from '../geocoder/no-geocoder.js';
import { JobQueueOnSqlite } from '../job-queue/job-queue-on-sqlite.js';
import type { Job } from '../job-queue/job-queue.js';
import { KeyStoreOnSqlite } from '../key-store/key-store-on-sqlite.js';
import { DevInbox } from '../messages/dev-inbox.js';
import { noMessages } from '../messages/no-messages.js';
import { ReadStoreOnSqlite } from '../read-store/read-store-on-sqlite.js';
import { SecretStoreOnSqlite } from '../secret-store/secret-store-on-sqlite.js';
import { openSecretsFile } from '../secret-store/secrets-file.js';
import { takeDataFolder } from './data-folder.js';

type Options = {
  readonly clock: AlarmClock;
  /** Whether messages appear there instead of being sent. It refuses to exist in production. */
  readonly devInbox: boolean;
  /** Told of each attempt of a job that failed, and whether it was the last. */
  readonly jobFailed: (job: Job, error: unknown, last: boolean) => void;
  /** Where the dev inbox says what it has got. */
  readonly print?: (line: string) => void;
};

/** Everything that needs a place to keep things, in one folder, with nothing to install. */
export type Embedded = Awaited<ReturnType<typeof openEmbedded>>;

/**
 * @throws Unavailable if another process has the folder, or it cannot be used
 * @throws KeysMissing if the keys in it are not those of its log
 */
export async function openEmbedded(folder: string, { clock, devInbox, jobFailed, print = toStandardOutput }: Options) {
  const opened: { close(): Promise<void> | void }[] = [];
  const kept = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    opened.unshift(part);
    return part;
  };
  /** The last that was opened first, the lock last. */
  const close = async () => {
    for (const part of opened.splice(0)) await part.close();
  };

  const data = takeDataFolder(folder);
  kept({ close: data.release });
  try {
    const within = (name: string) => join(data.path, name);
    const log = kept(EventLogOnSqlite.open(within('log.sqlite')));
    const keys = kept(KeyStoreOnSqlite.open(within('keys.sqlite')));
    await keys.belongTo(await log.identity(), (await log.head()) !== beforeAll);
    const shared = kept(openSecretsFile(within('secrets.sqlite')));
    const secrets = new SecretStoreOnSqlite(shared, clock);
    const jobs = new JobQueueOnSqlite(shared, clock, jobFailed);
    const store = kept(new ReadStoreOnSqlite(within('views.sqlite')));
    const files = kept(new FileStoreInFolder(within('files')));
    const inbox = devInbox ? new DevInbox(within('dev-inbox'), clock, print) : undefined;
    return { log, keys, secrets, jobs, store, files, messages: inbox ?? noMessages, devInbox: inbox, geocoder: noGeocoder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const toStandardOutput = (line: string) => void process.stdout.write(`${line}\n`);
