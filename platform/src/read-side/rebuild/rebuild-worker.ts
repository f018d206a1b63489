import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import type { Position } from '../../event-log/event-log.js';
import type { KeyStore } from '../../sealing/key-store/key-store.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import { ProjectionProcessor } from '../projections/projection-processor.js';
import type { Projection } from '../projections/projection.js';
import type { ProjectionPorts } from '../projections/projector.js';
import { Rebuild } from '../projections/rebuild.js';
import { ReadStoreOnSqlite, fileEnds } from '../read-store/read-store-on-sqlite.js';
import { type FromWorker, type RebuildInput, end } from './rebuild-in-worker.js';

type Options = {
  readonly projections: readonly Projection[];
  readonly reading: (keys: Pick<KeyStore, 'get'>) => Pick<ProjectionPorts, 'open'>;
};

/**
 * To be called by the module that `rebuildInWorker` starts: makes all views of these projections in
 * a file of their own, from the files of log and keys, which it only reads. Told to end it does so
 * after the batch that it is at.
 */
export async function rebuildInThisWorker({ projections, reading }: Options): Promise<void> {
  const { files, generations, epoch } = workerData as RebuildInput;
  const port = parentPort as MessagePort;
  const send = (message: FromWorker) => port.postMessage(message);
  const ask = async (message: FromWorker): Promise<unknown> => {
    send(message);
    return ((await once(port, 'message')) as unknown[])[0];
  };
  const ending = new AbortController();
  port.on('message', (message) => message === end && ending.abort());

  for (const part of fileEnds) rmSync(`${files.views}${part}`, { force: true });
  const log = EventLogOnSqlite.open(files.log, 'readonly');
  const keyFile = KeyStoreOnSqlite.open(files.keys, 'readonly');
  const store = new ReadStoreOnSqlite(files.views);
  // The process that writes the keys' file destroys them.
  const erase: ProjectionPorts['erase'] = async (...erasure) =>
    void (await ask({ name: 'erase', value: erasure }));
  const rebuild = await Rebuild.begin(
    { log, store, erase, ...reading(keyFile) },
    projections.map(
      (projection) => new ProjectionProcessor(projection, generations[projection.name]),
    ),
    {
      epoch,
      signal: ending.signal,
      progress: (value) => send({ name: 'projected', value }),
      onParked: (parked) =>
        send({
          name: 'parked',
          value: parked.map((each) => ({ ...each, cause: String(each.cause) })),
        }),
    },
  );
  const reached = await rebuild.build();
  const until = ending.signal.aborted ? end : await ask({ name: 'reached', value: reached });
  if (until !== end) {
    const { checkpoint } = await rebuild.takeOver(
      { processors: [], checkpoint: undefined },
      until as Position | undefined,
    );
    for (const part of [store, keyFile, log]) await part.close();
    send({ name: 'made', value: checkpoint });
  }
  port.close();
}
