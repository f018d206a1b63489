import {
  type DynamicModule,
  type FactoryProvider,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Clock, systemClock } from '../common/clock.js';
import { finishErasures } from '../write-side/erasing.js';
import { type Language, ReadingSide, WriteSide, readingSide, writeSide } from '../write-side/write-side.js';
import { Config } from '../common/config/config.js';
import { EventLog } from '../event-log/event-log.js';
import { LogWatch } from '../event-log/log-watch.js';
import { FileStore } from '../files/file-store/file-store.js';
import { FileRecords } from '../files/file-records.js';
import { Geocoder } from '../integrations/geocoder/geocoder.js';
import { JobQueue } from '../jobs/job-queue/job-queue.js';
import { KeyStore } from '../sealing/key-store/key-store.js';
import { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { RemoteReadSide } from '../live/remote-read-side.js';
import { DevInbox } from '../integrations/messages/dev-inbox.js';
import { Messages } from '../integrations/messages/messages.js';
import { Challenges } from '../integrations/one-time-codes/challenges.js';
import type { Projection } from '../read-side/projections/projection.js';
import { ReadSide } from '../read-side/projections/read-side.js';
import { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import { ReactorsHealth } from '../jobs/reactors/reactors-health.js';
import { ReadStore } from '../read-side/read-store/read-store.js';
import { Views } from '../read-side/read-store/views.js';
import { Logger, makeLogger } from './logger.js';
import { type OpenParts, openParts } from './open-parts.js';
import { PartsHealth } from './parts-health.js';
import { reportTo } from './report-to.js';

/** The adapter that carries messages to the sockets of other processes; undefined without Redis. */
export const SOCKET_ADAPTER = Symbol('SocketAdapter');

const tokens = {
  log: EventLog,
  keys: KeyStore,
  secrets: KeyValueStore,
  store: ReadStore,
  jobs: JobQueue,
  files: FileStore,
  messages: Messages,
  devInbox: DevInbox,
  geocoder: Geocoder,
  commits: ChangePublisher,
  rates: RateLimiter,
  socketAdapter: SOCKET_ADAPTER,
} as const satisfies Record<keyof OpenParts, unknown>;

export type PlatformOptions = {
  /** What this process stands on; nothing else is opened. */
  readonly parts: readonly (keyof OpenParts)[];
  readonly language: Language;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** For whoever started the process; standard output, if it is left out. */
  readonly print?: ((line: string) => void) | undefined;
};

/** All that was opened, and what closes it. */
const OPENED = Symbol('Opened');
type Opened = OpenParts & { close(): Promise<void> };

/** Erasures that another process began are finished here too: its caches of keys are not this one's. */
@Injectable()
class ErasureWatch implements OnModuleInit, OnApplicationShutdown {
  private readonly watch: LogWatch;

  constructor(log: EventLog, clock: Clock, logger: Logger, { erase }: WriteSide) {
    this.watch = new LogWatch({ log, clock, onTrouble: (err) => logger.warn({ err }, 'erasures are not seen now') });
    this.watch.each(finishErasures(erase));
  }

  onModuleInit(): Promise<void> {
    return this.watch.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.watch.stop();
  }
}

/**
 * What every process stands on, each part under its own class: the real server where its address is configured, else the embedded
 * one. All parts are open before anything is made of them, and are closed when everything that uses them has stopped.
 * @throws what `openParts` throws
 */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(@Inject(OPENED) private readonly opened: Opened) {}

  static forRoot(
    config: Config,
    { parts, language, clock = systemClock, logger = makeLogger(config.logLevel), print }: PlatformOptions,
  ): DynamicModule {
    const folder = config.servers.eventStore === undefined ? config.dataDir : undefined;
    const ofOpened = (provide: FactoryProvider['provide'], useFactory: (opened: Opened) => unknown): FactoryProvider => ({
      ...{ provide, useFactory },
      inject: [OPENED],
    });
    const providers = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: Logger, useValue: logger },
      { provide: OPENED, useFactory: () => openParts(config, parts, { clock, print, ...reportTo(logger) }) },
      ...parts.map((name) => ofOpened(tokens[name], (opened) => opened[name])),
      ofOpened(PartsHealth, (opened) => new PartsHealth({ ...opened, folder })),
      ofOpened(ReadingSide, (opened) => readingSide({ language, ...opened })),
    ];
    const ofWriteSide = [
      {
        provide: WriteSide,
        useFactory: (opened: Opened, reading: ReadingSide) => writeSide({ language, clock, reading, ...opened }),
        inject: [OPENED, ReadingSide],
      },
      {
        provide: Challenges,
        useFactory: (secrets: KeyValueStore, { hmacKey }: WriteSide) => new Challenges(secrets, hmacKey, clock.now),
        inject: [KeyValueStore, WriteSide],
      },
      { provide: FileRecords, useFactory: (secrets: KeyValueStore) => new FileRecords(secrets), inject: [KeyValueStore] },
      ReactorsHealth,
      ErasureWatch,
    ];
    const all = [...providers, ...(parts.includes('secrets') ? ofWriteSide : [])];
    return { module: PlatformModule, providers: all, exports: all };
  }

  onApplicationShutdown(): Promise<void> {
    return this.opened.close();
  }
}

/** Reads the views that another process writes. */
@Global()
@Module({})
export class RemoteReadSideModule implements OnModuleInit, OnApplicationShutdown {
  constructor(private readonly readSide: RemoteReadSide) {}

  static forRoot(projections: readonly Projection[]): DynamicModule {
    const providers = [
      {
        provide: RemoteReadSide,
        useFactory: (log: EventLog, store: ReadStore, commits: ChangePublisher, logger: Logger) =>
          new RemoteReadSide({ log, store, commits, projections, onTrouble: (err) => logger.warn({ err }, 'views are out of reach now') }),
        inject: [EventLog, ReadStore, ChangePublisher, Logger],
      },
      { provide: ReadSide, useExisting: RemoteReadSide },
      { provide: Views, useFactory: ({ views }: RemoteReadSide) => views, inject: [RemoteReadSide] },
    ];
    return { module: RemoteReadSideModule, providers, exports: providers };
  }

  onModuleInit(): Promise<void> {
    return this.readSide.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.readSide.stop();
  }
}
