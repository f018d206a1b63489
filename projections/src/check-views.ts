import { aggregates } from '#domain/aggregates.js';
import type { Pace } from '#platform/common/pace.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { type CheckedViews, checkViews } from '#platform/read-side/past/view-check.js';
import { ReadStoreOnSqlite } from '#platform/read-side/read-store/read-store-on-sqlite.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { allProjections } from './all-projections.js';
import { createEventReader } from './event-reader.js';

/** Records whose views are compared with a fold of their events. */
const SAMPLE_SIZE = 300;

type Parts = {
  readonly log: EventLog;
  readonly keys: Pick<KeyStore, 'get'>;
  readonly stores: ReadStores;
};
/** Paths of embedded files, which their process keeps writing. */
export type CheckedFiles = { readonly [Part in 'log' | 'keys' | 'views']: string };

/** Compares all views with the log, a sample of records in full. */
export const checkAllViews = ({ log, keys, stores }: Parts, pace?: Pace): Promise<CheckedViews> =>
  checkViews(
    { log, stores, reader: createEventReader(keys), projections: allProjections, aggregates },
    SAMPLE_SIZE,
    pace,
  );

/** Compares all views with connections of its own, in a worker thread. */
export async function checkViewFiles(files: CheckedFiles, pace: Pace): Promise<CheckedViews> {
  const log = EventLogOnSqlite.open(files.log, 'readonly');
  const keys = KeyStoreOnSqlite.open(files.keys, 'readonly');
  const store = ReadStoreOnSqlite.openReadonly(files.views);
  try {
    return await checkAllViews({ log, keys, stores: new ReadStores([store]) }, pace);
  } finally {
    for (const part of [store, keys, log]) await part.close();
  }
}
