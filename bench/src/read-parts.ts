import { language } from '#domain/language.js';
import { readingSide } from '#platform/command-handling/write-side.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { KeyStoreOnSqlite } from '#platform/key-store/key-store-on-sqlite.js';
import { makeLogger } from '#platform/process/logger.js';
import { ReadStoreOnSqlite } from '#platform/read-store/read-store-on-sqlite.js';
import { projecting } from '#projections/projecting.js';
import { join } from 'node:path';

/** The reading half of the product in this process, on a data folder that no product runs on. */
export function readParts(dataDir: string, viewsPath: string, seenThrough: (log: EventLog) => EventLog = (log) => log) {
  const whole = EventLogOnSqlite.open(join(dataDir, 'log.sqlite'));
  const keys = KeyStoreOnSqlite.open(join(dataDir, 'keys.sqlite'));
  const store = new ReadStoreOnSqlite(viewsPath);
  const log = seenThrough(whole);
  const host = projecting({ log, keys, store, ...readingSide({ language, log, keys }), logger: makeLogger('error') });
  return {
    log,
    store,
    host,
    async close(): Promise<void> {
      await host.stop();
      await store.close();
      await whole.close();
      await keys.close();
    },
  };
}

/** Fills the views of a data folder where they are not yet, as the product's first start would, only without its door. */
export async function fillViews(dataDir: string, say: (line: string) => void): Promise<void> {
  const parts = readParts(dataDir, join(dataDir, 'views.sqlite'));
  try {
    await parts.host.start((folded) => say(`filling views: ${folded} events`));
    // What a later version keeps beside its texts, a product in use writes behind its commits.
    await parts.store.settle(Object.values(await parts.store.live()));
  } finally {
    await parts.close();
  }
}
