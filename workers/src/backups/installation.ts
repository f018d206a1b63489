import type { Config } from '#platform/common/config/config.js';
import { systemClock } from '#platform/common/clock.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import { logAndKeyFiles, openParts } from '#platform/process/open-parts.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';

/**
 * Opens log and keys of an installation for reading, beside its processes.
 * @throws Unavailable if a server does not answer
 */
export async function openLogAndKeys(config: Config) {
  const paths = logAndKeyFiles(config);
  if (!paths)
    return openParts(config, ['log', 'keys'], {
      ...{ clock: systemClock, jobFailed: () => {}, onTrouble: () => {} },
    });
  const log = EventLogOnSqlite.open(paths.log, 'readonly');
  const keys = KeyStoreOnSqlite.open(paths.keys, 'readonly');
  return { log, keys, close: async () => void (await Promise.all([log.close(), keys.close()])) };
}
