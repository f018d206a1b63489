import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfig } from '../../common/config/config.js';
import { takeDataFolder } from '../../storage/embedded/data-folder.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '../../storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { commonBeginning, moveLog } from './move-log.js';
import { moveSecrets } from './move-secrets.js';
import { type Moved, type Moving, closingAll, onServers } from './on-servers.js';

/**
 * Moves what the embedded parts hold to the servers: keys, because events are sealed with them, then secrets, then the log. The
 * folder stays as it is. What was interrupted goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the servers hold something else
 * @throws Unavailable if a process runs on the folder, or a server is out of reach
 * @throws KeysMissing if the keys are not those of the log, or there are others on the server
 */
export const moveToServers = (moving: Moving): Promise<Moved> =>
  closingAll(async (closing) => {
    const { config, clock, progress } = moving;
    const { dataDir } = config;
    const servers = onServers(moving, closing);
    if (!existsSync(join(dataDir, 'log.sqlite'))) throw new BadConfig(`There is no log in DATA_DIR ${dataDir}`);

    const { release } = takeDataFolder(dataDir);
    closing({ close: release });
    const from = closing(EventLogOnSqlite.open(join(dataDir, 'log.sqlite')));
    const keys = closing(KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'))).contents(await from.identity());
    const secrets = closing(new KeyValueStoreOnSqlite(openSecretsFile(join(dataDir, 'secrets.sqlite')), clock));

    // Before anything is written where it does not belong.
    const { log: to } = await servers.log((log) => commonBeginning(from, log));
    const there = await servers.stores();
    await there.keys.take(keys, await to.identity());
    const moved = await moveSecrets(secrets.contents(), there.secrets);
    return { secrets: moved, events: await moveLog({ from, to, ...(progress && { progress }) }) };
  });
