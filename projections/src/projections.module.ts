import { Clock, pause } from '#platform/common/clock.js';
import { PacedWorker } from '#platform/common/paced-worker.js';
import { Config } from '#platform/common/config/config.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { ChangePublisher } from '#platform/live/change-publisher.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Logger } from '#platform/process/logger.js';
import { MetricsRegistry } from '#platform/process/metrics-registry.js';
import { answerInTime } from '#platform/process/parts-health.js';
import { embeddedFiles, logAndKeyFiles } from '#platform/process/open-parts.js';
import { ProjectionHosts } from '#platform/read-side/projections/projection-hosts.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import type { CheckedViews } from '#platform/read-side/past/view-check.js';
import { ReadStores } from '#platform/read-side/read-store/lanes.js';
import {
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { type CheckedFiles, checkAllViews } from './check-views.js';
import { addProjectingGauge, createProjectionHosts } from './projecting.js';
import { ViewChecks } from './view-checks.js';

/** Resolved by name, because the build bundles this module into another folder. */
const workerEntry = () => new URL(import.meta.resolve('#projections/view-check-worker.js'));

const DROPPING_INTERVAL_MS = 60 * 60_000;
/** Time for which the views of a former build stay, so that going back to it needs no rebuild. */
const UNUSED_SET_RETENTION_MS = 7 * 24 * 60 * 60_000;

type Options = { readonly onProgress?: Progress | undefined };

/**
 * Whether this process projects the first lane, and so does the work that runs once for all lanes.
 */
const isActive = async ({ all: [first] }: ProjectionHosts): Promise<boolean> =>
  (await answerInTime(first!.checkHealth()))?.role === 'active';

/** Checks views in embedded files, in a worker thread. */
@Injectable()
export class ViewCheckWorker extends PacedWorker<CheckedFiles, CheckedViews> {
  constructor() {
    super(workerEntry);
  }
}

/** Runs the projection hosts of this process, and the checks of its views. */
@Injectable()
export class RunningProjections implements OnModuleInit, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private checking: Promise<void> = Promise.resolve();
  private dropping: Promise<void> = Promise.resolve();
  /** Resolves when the views have caught up, or another process projects them. */
  caughtUp: Promise<void> = Promise.resolve();

  constructor(
    readonly hosts: ProjectionHosts,
    readonly checks: ViewChecks,
    private readonly stores: ReadStores,
    metrics: MetricsRegistry,
    private readonly onProgress: Options['onProgress'],
  ) {
    addProjectingGauge(metrics, () => hosts.all);
    metrics.addGauge('views_changed', '1 while views differ from what events give', async () =>
      (await answerInTime(stores.first.readViewsStatus()))?.wrong ? 1 : 0,
    );
  }

  onModuleInit(): void {
    this.caughtUp = this.hosts.start(this.onProgress);
    this.checking = this.checks.run(this.stopping.signal);
    this.dropping = this.dropUnusedSets();
  }

  /** The active host drops views of builds that ended long ago. */
  private async dropUnusedSets(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(DROPPING_INTERVAL_MS, signal);
      if (signal.aborted || !(await isActive(this.hosts))) continue;
      await this.stores.first.dropUnusedSets(UNUSED_SET_RETENTION_MS).catch(() => undefined);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.checking, this.dropping]);
    await this.hosts.stop();
    await this.caughtUp;
  }
}

/** Projects the views in this process. */
@Module({})
export class ProjectionsModule {
  static forRoot(config: Config, { onProgress }: Options = {}): DynamicModule {
    const providers = [
      ViewCheckWorker,
      {
        provide: RunningProjections,
        useFactory: (
          log: EventLog,
          stores: ReadStores,
          sealing: Sealing,
          eraser: Eraser,
          commits: ChangePublisher,
          logger: Logger,
          metrics: MetricsRegistry,
          keys: KeyStore,
          clock: Clock,
          worker: ViewCheckWorker,
          readSide?: ReadSide,
        ) => {
          const hosts = createProjectionHosts({
            log,
            stores,
            sealing,
            eraser,
            commits,
            logger,
            rebuildFrom: logAndKeyFiles(config),
          });
          readSide?.lanes.all.forEach((lane, number) => (lane.host = hosts.all[number]));
          const files = embeddedFiles(config);
          const checks = new ViewChecks({
            store: stores.first,
            clock,
            check: (pace) =>
              files ? worker.run(files, pace) : checkAllViews({ log, keys, stores }, pace),
            isActive: () => isActive(hosts),
            onOutcome: (documents) =>
              documents.length === 0
                ? logger.warn({}, 'the views match the events again')
                : logger.error({ documents }, 'views do not match the events'),
            onTrouble: (err) => logger.warn({ err }, 'the views cannot be checked now'),
          });
          return new RunningProjections(hosts, checks, stores, metrics, onProgress);
        },
        inject: [
          EventLog,
          ReadStores,
          Sealing,
          Eraser,
          ChangePublisher,
          Logger,
          MetricsRegistry,
          KeyStore,
          Clock,
          ViewCheckWorker,
          { token: ReadSide, optional: true },
        ],
      },
      {
        provide: ProjectionHosts,
        useFactory: ({ hosts }: RunningProjections) => hosts,
        inject: [RunningProjections],
      },
    ];
    return { module: ProjectionsModule, providers, exports: providers };
  }
}
