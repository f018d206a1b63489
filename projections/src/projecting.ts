import { typesOfStream } from '#domain/aggregates.js';
import type { Eraser } from '#platform/write-side/erasing.js';
import type { ChangePublisher } from '#platform/live/change-publisher.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { laneLabel } from '#platform/process/health.module.js';
import type { MetricsRegistry } from '#platform/process/metrics-registry.js';
import { answerInTime } from '#platform/process/parts-health.js';
import {
  type RebuildFiles,
  rebuildInWorker,
} from '#platform/read-side/rebuild/rebuild-in-worker.js';
import type { Logger } from '#platform/process/logger.js';
import { LaneShare } from '#platform/read-side/projections/lane-share.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { ProjectionHosts } from '#platform/read-side/projections/projection-hosts.js';
import type { ReadStores } from '#platform/read-side/read-store/lanes.js';
import type { EventReader } from '#platform/sealing/sealing.js';
import { allProjections } from './all-projections.js';

type HostOptions = {
  readonly log: EventLog;
  readonly stores: ReadStores;
  readonly sealing: EventReader;
  readonly eraser: Eraser;
  readonly commits: ChangePublisher;
  readonly logger: Logger;
  /**
   * Log and keys, if both are files of this process: then a worker thread rebuilds a long log's
   * views.
   */
  readonly rebuildFrom?: Omit<RebuildFiles, 'views'> | undefined;
};

/** Lease of the host. Stand-bys ask four times as often, so one takes over within ten seconds. */
const LEASE_MS = 6_000;

/** Resolved by name, because the build bundles this module into another folder. */
const workerEntry = () => new URL(import.meta.resolve('#projections/rebuild-worker.js'));

/** Creates a host for each lane, which projects its views while it has the lane's lease. */
export const createProjectionHosts = (options: HostOptions): ProjectionHosts => {
  const { all } = options.stores;
  const share = all.length === 1 ? undefined : new LaneShare();
  return new ProjectionHosts(all.map((_, lane) => createProjectionHost(options, lane, share)));
};

/** Creates the host of a lane. */
export const createProjectionHost = (
  { log, stores, sealing, eraser, commits, logger, rebuildFrom: files }: HostOptions,
  lane = 0,
  share?: LaneShare,
): ProjectionHost => {
  const store = stores.all[lane]!;
  const { rebuildTarget } = store;
  return new ProjectionHost({
    log,
    store,
    share,
    leaseMilliseconds: LEASE_MS,
    ...(stores.all.length > 1 && {
      isInLane: (stream) => stores.findLaneOfStream(stream) === store,
    }),
    ...(store !== stores.first && { firstStore: stores.first }),
    projections: allProjections,
    ...(rebuildTarget &&
      files && {
        startWorkerRebuild: (...rebuildArguments) =>
          rebuildInWorker(
            { entry: workerEntry(), files, erase: eraser.erase, rebuildTarget },
            ...rebuildArguments,
          ),
      }),
    open: sealing.open,
    erase: eraser.erase,
    typesOf: typesOfStream,
    onCommitted: (position) => commits.publish(position, lane),
    onParked: (parked, err) => logger.error({ ...parked, err }, 'a stream is parked'),
    onTrouble: (err) => logger.error({ err }, 'views cannot be projected now'),
  });
};

/**
 * Adds the gauge of the lanes that this process projects.
 * @param readHosts the process's host of each lane; undefined where it has none now
 */
export const addProjectingGauge = (
  metrics: MetricsRegistry,
  readHosts: () => readonly (ProjectionHost | undefined)[],
): void =>
  metrics.addGauge(
    'projecting',
    '1 for a lane that this process projects, 0 where it stands by',
    async () =>
      Object.fromEntries(
        await Promise.all(
          readHosts().map(async (host, lane, { length }) => [
            laneLabel(lane, length),
            host && (await answerInTime(host.checkHealth()))?.role === 'active' ? 1 : 0,
          ]),
        ),
      ),
    'lane',
  );
