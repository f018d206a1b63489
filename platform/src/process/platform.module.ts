import { type DynamicModule, Global, Module, type OnApplicationBootstrap, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { Clock, systemClock } from '../common/clock.js';
import { Claims } from '../write-side/claims.js';
import { Eraser, finishErasures } from '../write-side/erasing.js';
import { FoldedStreams } from '../write-side/folded.js';
import { Organizations } from '../write-side/permission.js';
import { CommandDispatcher, type Domain, readingSide, writeSide } from '../write-side/write-side.js';
import { Config } from '../common/config/config.js';
import { EventLog } from '../event-log/event-log.js';
import { LogWatch } from '../event-log/log-watch.js';
import { FileStore } from '../files/file-store/file-store.js';
import { FileRecords } from '../files/file-records.js';
import { JobQueue } from '../jobs/job-queue/job-queue.js';
import { HmacKey, KeyStore, SigningKey } from '../sealing/key-store/key-store.js';
import { Sealing } from '../sealing/sealing.js';
import { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { DevInbox } from '../integrations/messages/dev-inbox.js';
import { Messages } from '../integrations/messages/messages.js';
import { ProjectionHost } from '../read-side/projections/projection-host.js';
import type { Projection } from '../read-side/projections/projection.js';
import { ReadSide } from '../live/read-side.js';
import { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import { ReactorsHealth } from '../jobs/reactors/reactors-health.js';
import { ReadStore } from '../read-side/read-store/read-store.js';
import { Views } from '../read-side/read-store/views.js';
import { Logger, makeLogger } from './logger.js';
import { type PartName, openParts } from './open-parts.js';
import { PartsHealth } from './parts-health.js';

/** For what a process keeps in Redis itself; undefined without it. The class would load the client. */
export const REDIS = Symbol('RedisServer');

const tokens = {
  log: EventLog,
  keys: KeyStore,
  secrets: KeyValueStore,
  store: ReadStore,
  jobs: JobQueue,
  files: FileStore,
  messages: Messages,
  devInbox: DevInbox,
  commits: ChangePublisher,
  rates: RateLimiter,
  redis: REDIS,
} as const satisfies Record<PartName, unknown>;

type PlatformOptions = {
  readonly parts: readonly PartName[];
  readonly domain: Domain;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly print?: ((line: string) => void) | undefined;
};

/** A module whose parts are open already. They are closed when all modules have stopped, and where one of them cannot start. */
export type Platform = { readonly module: DynamicModule; close(): Promise<void> };

/**
 * Erasures that another process began are finished here too: its caches of keys are not this one's. It does not begin before all modules
 * have started: where one of them fails, no shutdown hook is called.
 */
function erasureWatch(log: EventLog, clock: Clock, logger: Logger, { erase }: Eraser): OnApplicationBootstrap & OnApplicationShutdown {
  const onTrouble = (err: unknown) => logger.warn({ err }, 'erasures are not seen now');
  const watch = new LogWatch({ log, clock, listener: finishErasures(erase), onTrouble });
  return { onApplicationBootstrap: () => watch.start(), onApplicationShutdown: () => watch.stop() };
}

/** The ports that a process uses, each under its own class, and what every process makes of them. */
@Global()
@Module({})
export class PlatformModule {
  static async open(
    config: Config,
    { parts, domain, clock = systemClock, logger = makeLogger(config.logLevel), print }: PlatformOptions,
  ): Promise<Platform> {
    const { close, ...opened } = await openParts(config, parts, {
      ...{ clock, print },
      jobFailed: ({ id, name, attempt }, err, last) =>
        logger[last ? 'error' : 'warn']({ job: id, name, attempt, err }, last ? 'a job has failed' : 'a job failed and is tried again'),
      onTrouble: (err) => logger.warn({ err }, 'a server does not answer now'),
    });
    const { log, keys, secrets } = opened;
    const folder = config.servers.eventStore === undefined ? config.dataDir : undefined;
    const reading = readingSide({ domain, log, keys });
    const providers: Provider[] = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: Logger, useValue: logger },
      ...parts.map((name) => ({ provide: tokens[name], useValue: opened[name] })),
      { provide: PartsHealth, useValue: new PartsHealth({ ...opened, folder }) },
      { provide: Sealing, useValue: reading.sealing },
      { provide: FoldedStreams, useValue: reading.folded },
      { provide: Eraser, useValue: reading.eraser },
    ];
    if (parts.includes('secrets')) {
      const writes = await writeSide({ domain, clock, reading, log, keys, secrets });
      providers.push(
        { provide: CommandDispatcher, useValue: writes.commands },
        { provide: Organizations, useValue: writes.organizations },
        { provide: Claims, useValue: writes.claims },
        { provide: HmacKey, useValue: writes.hmacKey },
        { provide: SigningKey, useValue: writes.signingKey },
        { provide: FileRecords, useValue: new FileRecords(secrets) },
        { provide: erasureWatch, useFactory: erasureWatch, inject: [EventLog, Clock, Logger, Eraser] },
        ReactorsHealth,
      );
    }
    return { module: { module: PlatformModule, providers, exports: providers }, close };
  }
}

/** Reads the views, whichever process projects them. */
@Global()
@Module({})
export class ReadSideModule {
  static forRoot(projections: readonly Projection[]): DynamicModule {
    const providers = [
      {
        provide: ReadSide,
        useFactory: (log: EventLog, store: ReadStore, commits: ChangePublisher, logger: Logger, host?: ProjectionHost) =>
          new ReadSide({ log, store, commits, projections, host, onTrouble: (err) => logger.warn({ err }, 'views are out of reach now') }),
        inject: [EventLog, ReadStore, ChangePublisher, Logger, { token: ProjectionHost, optional: true }],
      },
      { provide: Views, useFactory: ({ views }: ReadSide) => views, inject: [ReadSide] },
    ];
    return { module: ReadSideModule, providers, exports: providers };
  }
}
