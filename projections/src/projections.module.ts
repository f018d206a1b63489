import { Config } from '#platform/common/config/config.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { ChangePublisher } from '#platform/live/change-publisher.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Logger } from '#platform/process/logger.js';
import { MetricsRegistry } from '#platform/process/metrics-registry.js';
import { answerInTime } from '#platform/process/parts-health.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import { ReadStore } from '#platform/read-side/read-store/read-store.js';
import {
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { createProjectionHost } from './projecting.js';

type Options = { readonly onProgress?: Progress | undefined };

/** Runs the projection host of this process. */
@Injectable()
export class RunningProjections implements OnModuleInit, OnApplicationShutdown {
  /** Resolves when the views have caught up, or another process projects them. */
  caughtUp: Promise<void> = Promise.resolve();

  constructor(
    readonly host: ProjectionHost,
    metrics: MetricsRegistry,
    private readonly onProgress: Options['onProgress'],
  ) {
    metrics.addGauge('projecting', '1 where this process folds, 0 where it stands by', async () =>
      (await answerInTime(host.health()))?.role === 'active' ? 1 : 0,
    );
  }

  onModuleInit(): void {
    this.caughtUp = this.host.start(this.onProgress);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.host.stop();
    await this.caughtUp;
  }
}

/** Projects the views in this process. */
@Module({})
export class ProjectionsModule {
  static forRoot(config: Config, { onProgress }: Options = {}): DynamicModule {
    const providers = [
      {
        provide: RunningProjections,
        useFactory: (
          log: EventLog,
          store: ReadStore,
          sealing: Sealing,
          eraser: Eraser,
          commits: ChangePublisher,
          logger: Logger,
          metrics: MetricsRegistry,
          readSide?: ReadSide,
        ) => {
          const host = createProjectionHost({
            log,
            store,
            sealing,
            eraser,
            commits,
            logger,
            rebuildFrom: logAndKeyFiles(config),
          });
          if (readSide) readSide.host = host;
          return new RunningProjections(host, metrics, onProgress);
        },
        inject: [
          ...[EventLog, ReadStore, Sealing, Eraser, ChangePublisher, Logger, MetricsRegistry],
          { token: ReadSide, optional: true },
        ],
      },
      {
        provide: ProjectionHost,
        useFactory: ({ host }: RunningProjections) => host,
        inject: [RunningProjections],
      },
    ];
    return { module: ProjectionsModule, providers, exports: providers };
  }
}
