import type { Eraser } from '#platform/write-side/erasing.js';
import type { ChangePublisher } from '#platform/live/change-publisher.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import {
  type RebuildFiles,
  rebuildInWorker,
} from '#platform/read-side/rebuild/rebuild-in-worker.js';
import type { Logger } from '#platform/process/logger.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import type { ReadStore } from '#platform/read-side/read-store/read-store.js';
import type { EventReader } from '#platform/sealing/sealing.js';
import { allProjections } from './all-projections.js';

type HostOptions = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly sealing: EventReader;
  readonly eraser: Eraser;
  readonly commits: ChangePublisher;
  readonly logger: Logger;
  /**
   * Log and keys, where both are files of this process: then a worker thread rebuilds views from a
   * long log.
   */
  readonly rebuildFrom?: Omit<RebuildFiles, 'views'> | undefined;
};

/**
 * A host that is gone is noticed after this, and another one asks four times as often: it has taken
 * over within ten seconds.
 */
const leaseMilliseconds = 6_000;

/** By its name: the build puts this module into a chunk, in another folder. */
const entry = () => new URL(import.meta.resolve('#projections/rebuild-worker.js'));

/** All views of the product, projected by this process while it has the lease. */
export const projecting = ({
  log,
  store,
  sealing,
  eraser,
  commits,
  logger,
  rebuildFrom: files,
}: HostOptions): ProjectionHost => {
  const { rebuildTarget } = store;
  return new ProjectionHost({
    ...{ log, store, leaseMilliseconds },
    projections: allProjections,
    ...(rebuildTarget &&
      files && {
        startWorkerRebuild: (...wanted) =>
          rebuildInWorker(
            { entry: entry(), files, erase: eraser.erase, beside: rebuildTarget },
            ...wanted,
          ),
      }),
    open: sealing.open,
    erase: eraser.erase,
    onCommitted: (position) => commits.publish(position),
    onParked: (parked, err) => logger.error({ ...parked, err }, 'a stream is parked'),
    onTrouble: (err) => logger.error({ err }, 'views cannot be projected now'),
  });
};
