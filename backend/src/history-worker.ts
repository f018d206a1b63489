import 'reflect-metadata';
import { aggregates } from '#domain/aggregates.js';
import { answerInThisThread } from '#platform/common/answering-worker.js';
import { EventLogOnSqlite } from '#platform/event-log/event-log-on-sqlite.js';
import type { LogFiles } from '#platform/read-side/past/fill-in-worker.js';
import { KeyStoreOnSqlite } from '#platform/sealing/key-store/key-store-on-sqlite.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import { allProjections } from '#projections/all-projections.js';
import { workerData } from 'node:worker_threads';
import { PastProjections } from './history/past-details.js';
import { RecordPast } from './history/record-past.js';
import type { PageRequest } from './history/history-pages.js';
import { createDetails } from './past-details.js';

/** Worker thread that makes pages of long histories from the files of the log and the keys. */
const files = workerData as LogFiles;
const log = EventLogOnSqlite.open(files.log, 'readonly');
const keys = KeyStoreOnSqlite.open(files.keys, 'readonly');
const projections = new PastProjections(allProjections);
answerInThisThread(
  ({ asker, kind, id, after }: PageRequest) => {
    // Each page has a cache of its own, because this thread is not notified of erasures.
    const { sealing, folded } = createEventReading({ domain: { aggregates }, log, keys });
    const past = new RecordPast(
      log,
      sealing,
      { createDetails: createDetails(folded) },
      projections,
    );
    return past.loadHistory(asker, kind, id, after);
  },
  async () => {
    await keys.close();
    await log.close();
  },
);
