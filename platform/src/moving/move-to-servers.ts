import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from '../addresses.js';
import type { Clock } from '../command-handling/claims.js';
import { BadConfig, type Config } from '../config.js';
import { takeDataFolder } from '../embedded/data-folder.js';
import { EventLogOnEventStore } from '../event-log/event-log-on-eventstore.js';
import { EventLogOnSqlite } from '../event-log/event-log-on-sqlite.js';
import { KeyStoreOnMongo } from '../key-store/key-store-on-mongo.js';
import { KeyStoreOnSqlite } from '../key-store/key-store-on-sqlite.js';
import { connectMongo } from '../mongo/connect-mongo.js';
import { patiently } from '../process/patiently.js';
import { SecretStoreOnMongo } from '../secret-store/secret-store-on-mongo.js';
import { SecretStoreOnSqlite } from '../secret-store/secret-store-on-sqlite.js';
import { openSecretsFile } from '../secret-store/secrets-file.js';
import { commonBeginning, moveLog } from './move-log.js';

type Moving = {
  /** With the folder that is moved, and the servers to which it is moved. */
  readonly config: Pick<Config, 'dataDir' | 'servers'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly progress?: (events: number) => void;
  /** For servers that do not answer yet, and what is said meanwhile; not at all, if it is left out. */
  readonly waiting?: { readonly seconds: number; readonly say: (line: string) => void };
};
export type Moved = { readonly events: number; readonly secrets: number };

/** How far a reactor has come is told by places of its log: in another one it looks at everything again, and what it sends it has sent. */
const leftBehind = 'reactor';

/**
 * Moves what the embedded parts hold to the servers: keys, because events are sealed with them, then secrets, then the log. The
 * folder stays as it is. What was interrupted goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the servers hold something else
 * @throws Unavailable if a process runs on the folder, or a server is out of reach
 * @throws KeysMissing if the keys are not those of the log, or there are others on the server
 */
export async function moveToServers({ config: { dataDir, servers }, clock, progress, waiting }: Moving): Promise<Moved> {
  const { eventStore, mongo, keys: keysUrl = mongo } = servers;
  if (eventStore === undefined || mongo === undefined || keysUrl === undefined)
    throw new BadConfig('Where to? EVENTSTORE_URL and MONGO_URL are missing (and KEYS_URL, where keys have a server of their own).');
  if (!existsSync(join(dataDir, 'log.sqlite'))) throw new BadConfig(`There is no log in DATA_DIR ${dataDir}`);

  const { seconds, say } = waiting ?? { seconds: 0, say: () => {} };
  const reached = <Result>(url: string, open: () => Promise<Result>) => patiently(open, { what: placeOf(url), seconds, say });
  const closes: (() => unknown)[] = [];
  const closing = <Part extends { close(): unknown }>(part: Part): Part => (closes.push(() => part.close()), part);
  try {
    const { release } = takeDataFolder(dataDir);
    closes.push(release);
    const from = closing(EventLogOnSqlite.open(join(dataDir, 'log.sqlite')));
    const keys = closing(KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'))).contents(await from.identity());
    const secrets = closing(new SecretStoreOnSqlite(openSecretsFile(join(dataDir, 'secrets.sqlite')), clock));

    const to = closing(EventLogOnEventStore.open(eventStore));
    // Before anything is written where it does not belong.
    await reached(eventStore, () => commonBeginning(from, to));
    const views = closing(await reached(mongo, () => connectMongo(mongo, { setting: 'MONGO_URL' })));
    const keysThere = keysUrl === mongo ? views : closing(await reached(keysUrl, () => connectMongo(keysUrl, { setting: 'KEYS_URL' })));
    await (await KeyStoreOnMongo.open(keysThere)).take(keys, await to.identity());
    const secretsThere = await SecretStoreOnMongo.open(views, clock);
    let moved = 0;
    for (const { kind, id, value, expiresAt } of secrets.contents())
      if (kind !== leftBehind) {
        await secretsThere.put(kind, id, value, { expected: 0, ...(expiresAt !== undefined && { expiresAt }) });
        moved++;
      }
    return { secrets: moved, events: await moveLog({ from, to, ...(progress && { progress }) }) };
  } finally {
    for (const close of closes.reverse()) await close();
  }
}
