import { Config } from '#platform/common/config/config.js';
import { ReadingSide } from '#platform/write-side/write-side.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { ChangePublisher } from '#platform/live/change-publisher.js';
import { Logger } from '#platform/process/logger.js';
import { logAndKeyFiles } from '#platform/process/open-parts.js';
import { ProjectionHost } from '#platform/read-side/projections/projection-host.js';
import { ReadSide } from '#platform/read-side/projections/read-side.js';
import type { Progress } from '#platform/read-side/projections/rebuild.js';
import { ReadStore } from '#platform/read-side/read-store/read-store.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type DynamicModule, Global, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { projecting } from './projecting.js';

type Options = { readonly onProgress?: Progress | undefined };

/** The projections of this process. */
@Injectable()
export class RunningProjections implements OnModuleInit, OnApplicationShutdown {
  /** Resolves when the views have caught up with the log, or another process sees to that. */
  caughtUp: Promise<void> = Promise.resolve();

  constructor(
    readonly host: ProjectionHost,
    private readonly onProgress: Options['onProgress'],
  ) {}

  onModuleInit(): void {
    this.caughtUp = this.host.start(this.onProgress);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.host.stop();
    await this.caughtUp;
  }
}

/** Writes the views in this process, and reads them here. */
@Global()
@Module({})
export class ProjectionsModule {
  static forRoot(config: Config, { onProgress }: Options = {}): DynamicModule {
    const providers = [
      {
        provide: RunningProjections,
        useFactory: (log: EventLog, keys: KeyStore, store: ReadStore, { sealing, erase }: ReadingSide, commits: ChangePublisher, logger: Logger) => {
          const host = projecting({ log, keys, store, sealing, erase, logger, rebuildFrom: logAndKeyFiles(config) });
          // Other processes hear of it too.
          if (config.servers.redis !== undefined) host.onCommitted((committed) => commits.publish(committed));
          return new RunningProjections(host, onProgress);
        },
        inject: [EventLog, KeyStore, ReadStore, ReadingSide, ChangePublisher, Logger],
      },
      { provide: ProjectionHost, useFactory: ({ host }: RunningProjections) => host, inject: [RunningProjections] },
      { provide: ReadSide, useExisting: ProjectionHost },
      { provide: Views, useFactory: ({ views }: ProjectionHost) => views, inject: [ProjectionHost] },
    ];
    return { module: ProjectionsModule, providers, exports: providers };
  }
}
