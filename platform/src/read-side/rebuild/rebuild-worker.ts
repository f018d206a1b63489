import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import type { Position } from '../../event-log/event-log.js';
import type { KeyStore } from '../../sealing/key-store/key-store.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import { ProjectionProcessor } from '../projections/projection-processor.js';
import type { Projection } from '../projections/projection.js';
import type { ProjectionPorts } from '../projections/projector.js';
import { Rebuild } from '../projections/rebuild.js';
import { ReadStoreOnSqlite, removeSqliteFiles } from '../read-store/read-store-on-sqlite.js';
import { type WorkerMessage, type RebuildInput, STOP } from './rebuild-in-worker.js';

type Options = {
  readonly projections: readonly Projection[];
  readonly createPorts: (keys: Pick<KeyStore, 'get'>) => Pick<ProjectionPorts, 'open' | 'typesOf'>;
};

/**
 * Entry of the worker thread: builds all views into a new file, reading the log's and keys' files.
 * A stop takes effect after the current batch.
 */
export async function rebuildInThisWorker({ projections, createPorts }: Options): Promise<void> {
  const { files, generations, epoch } = workerData as RebuildInput;
  const port = parentPort as MessagePort;
  const send = (message: WorkerMessage) => port.postMessage(message);
  const ask = async (message: WorkerMessage): Promise<unknown> => {
    send(message);
    return ((await once(port, 'message')) as unknown[])[0];
  };
  const stopping = new AbortController();
  port.on('message', (message) => message === STOP && stopping.abort());

  removeSqliteFiles(files.views);
  const log = EventLogOnSqlite.open(files.log, 'readonly');
  const keyFile = KeyStoreOnSqlite.open(files.keys, 'readonly');
  const store = new ReadStoreOnSqlite(files.views);
  // Only the main process writes the key file, so it destroys the keys.
  const erase: ProjectionPorts['erase'] = async (...erasure) =>
    void (await ask({ name: 'erase', value: erasure }));
  const rebuild = await Rebuild.begin(
    { log, store, erase, ...createPorts(keyFile) },
    projections.map(
      (projection) => new ProjectionProcessor(projection, generations[projection.name]),
    ),
    {
      epoch,
      signal: stopping.signal,
      progress: (value) => send({ name: 'projected', value }),
      onParked: (parked) =>
        send({
          name: 'parked',
          value: parked.map((each) => ({ ...each, cause: String(each.cause) })),
        }),
    },
  );
  const reached = await rebuild.build();
  const until = stopping.signal.aborted ? STOP : await ask({ name: 'reached', value: reached });
  if (until !== STOP) {
    const { checkpoint } = await rebuild.takeOver(
      { processors: [], checkpoint: undefined },
      until as Position | undefined,
    );
    for (const part of [store, keyFile, log]) await part.close();
    send({ name: 'completed', value: checkpoint });
  }
  port.close();
}
