import type { Config } from '#platform/common/config/config.js';
import { systemClock } from '#platform/common/clock.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { logAndKeyFiles, openParts } from '#platform/process/open-parts.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Opens log and keys of an installation for reading, beside its processes.
 * @throws Unavailable if a server does not answer
 */
export async function openLogAndKeys(config: Config) {
  const paths = logAndKeyFiles(config);
  if (!paths)
    return openParts(config, ['log', 'keys'], {
      clock: systemClock,
      onJobFailure: () => {},
      onTrouble: () => {},
    });
  const log = EventLogOnSqlite.open(paths.log, 'readonly');
  const keys = KeyStoreOnSqlite.open(paths.keys, 'readonly');
  return { log, keys, close: async () => void (await Promise.all([log.close(), keys.close()])) };
}

/**
 * Opens log, keys, secrets and views of an installation for reading, beside its processes. Views
 * are absent before the first start.
 * @param viewSet views of this build on a server (`viewSetOf`)
 * @throws Unavailable if a server does not answer
 */
export async function openInstallation(config: Config, viewSet?: string) {
  const { dataDir, servers } = config;
  // Secrets and views may be on MongoDB while log and keys are files.
  if (!logAndKeyFiles(config) || servers.mongo !== undefined)
    return openParts(config, ['log', 'keys', 'secrets', 'stores'], {
      viewSet,
      clock: systemClock,
      onJobFailure: () => {},
      onTrouble: () => {},
    });
  const { close, ...parts } = await openLogAndKeys(config);
  const secrets = new KeyValueStoreOnSqlite(
    openSecretsFile(join(dataDir, 'secrets.sqlite'), 'readonly'),
    systemClock,
  );
  const views = join(dataDir, 'views.sqlite');
  const store = existsSync(views) ? ReadStoreOnSqlite.openReadonly(views) : undefined;
  return {
    ...parts,
    secrets,
    stores: store && new ReadStores([store]),
    close: async () => void (await Promise.all([close(), secrets.close(), store?.close()])),
  };
}
