import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfig } from '../../common/config/config.js';
import { takeDataFolder } from '../../storage/embedded/data-folder.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { beforeAll } from '../../event-log/event-log.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '../../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { commonBeginning, moveLog } from './move-log.js';
import { moveSecrets } from './move-secrets.js';
import { type Moved, type Moving, closingAll, onServers } from './on-servers.js';

/**
 * Moves what the servers hold into a folder for the embedded parts, in the same order. Nobody may write to the servers meanwhile,
 * which stay as they are. What was interrupted goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the folder has been run on: its sessions may have ended since
 * @throws Unavailable if a process runs on the folder, or a server is out of reach
 * @throws KeysMissing if the keys are not those of the log, or there are others in the folder
 */
export const moveToFolder = (moving: Moving): Promise<Moved> =>
  closingAll(async (closing) => {
    const { config, clock, progress } = moving;
    const { dataDir } = config;
    const servers = onServers(moving, closing);
    if (existsSync(join(dataDir, 'views.sqlite')))
      throw new BadConfig(
        `DATA_DIR ${dataDir} has been run on, so what is there may be older than the servers. Name a folder that is not there yet.`,
      );

    const { log: from, answer: head } = await servers.log((log) => log.head());
    if (head === beforeAll) throw new BadConfig('There is no event in the log at EVENTSTORE_URL');
    const there = await servers.stores();
    const keys = await there.keys.contents(await from.identity());

    const { release } = takeDataFolder(dataDir);
    closing({ close: release });
    const to = closing(EventLogOnSqlite.open(join(dataDir, 'log.sqlite')));
    await commonBeginning(from, to);
    await closing(KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'))).take(keys, await to.identity());
    const secrets = closing(new KeyValueStoreOnSqlite(openSecretsFile(join(dataDir, 'secrets.sqlite')), clock));
    const moved = await moveSecrets(there.secrets.contents(), secrets);
    return { secrets: moved, events: await moveLog({ from, to, ...(progress && { progress }) }) };
  });
