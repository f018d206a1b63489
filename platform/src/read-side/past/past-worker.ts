import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../common/thread-priority.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import type { KeyStore } from '../../sealing/key-store/key-store.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import type { EventReader } from '../../sealing/sealing.js';
import type { Projection } from '../projections/projection.js';
import { DatedStore } from './dated-store.js';
import { type FillingInput, STOP_FILLING } from './fill-in-worker.js';
import { PastFilling } from './past-filling.js';

type Options = {
  readonly projections: readonly Projection[];
  readonly createReader: (keys: Pick<KeyStore, 'get'>) => EventReader;
};

/** Events projected between two checks for a message that stops the worker. */
const PART_EVENTS = 5_000;

/** Entry of the worker thread: fills a store with past days, reading the log's and keys' files. */
export async function fillInThisWorker({ projections, createReader }: Options): Promise<void> {
  lowerThreadPriority();
  const { files, views, range } = workerData as FillingInput;
  const port = parentPort as MessagePort;
  const stopping = new AbortController();
  port.on('message', (message) => message === STOP_FILLING && stopping.abort());
  const log = EventLogOnSqlite.open(files.log, 'readonly');
  const keys = KeyStoreOnSqlite.open(files.keys, 'readonly');
  const store = new DatedStore(files.store, 'writing');
  try {
    await new PastFilling(
      {
        log,
        store,
        reader: createReader(keys),
        projections: projections.filter(({ name }) => views.includes(name)),
      },
      range,
      {
        signal: stopping.signal,
        partEvents: PART_EVENTS,
        onProgress: (progress) => port.postMessage(progress),
        pace: letMessagesArrive,
      },
    ).run();
  } finally {
    for (const part of [store, keys, log]) await part.close();
    port.close();
  }
}

/** Yields to the event loop, so that a message of the main thread can arrive. */
const letMessagesArrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
