import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Clock, systemClock } from '../common/clock.js';
import { Config } from '../common/config/config.js';
import { EventLog } from '../event-log/event-log.js';
import { FileStore } from '../files/file-store/file-store.js';
import { FileRecords } from '../files/file-records.js';
import { DevInbox } from '../integrations/messages/dev-inbox.js';
import { Messages } from '../integrations/messages/messages.js';
import type { FailureOutcome } from '../jobs/job-queue/attempts.js';
import { JobQueue } from '../jobs/job-queue/job-queue.js';
import { ReactorsHealth } from '../jobs/reactors/reactors-health.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { ReadLane } from '../live/read-lane.js';
import { ReadSide } from '../live/read-side.js';
import type { Projection } from '../read-side/projections/projection.js';
import { viewSetOf } from '../read-side/projections/view-set.js';
import { ReadStores } from '../read-side/read-store/lanes.js';
import { Views } from '../read-side/read-store/views.js';
import { HmacKey, KeyStore, SigningKey } from '../sealing/key-store/key-store.js';
import { Sealing } from '../sealing/sealing.js';
import { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import type { RedisServer } from '../storage/redis/connect-redis.js';
import { Claims } from '../write-side/claims.js';
import { CommandSender, commandHandlers } from '../write-side/command-bus.js';
import { Eraser, holdForDays } from '../write-side/erasing.js';
import { FoldedStreams } from '../write-side/folded-streams.js';
import { Organizations } from '../write-side/permission.js';
import {
  CommandHandling,
  type Domain,
  EventReading,
  WriteSide,
  createEventReading,
  createWriteSide,
} from '../write-side/write-side.js';
import { ErasureWatch } from './erasure-watch.js';
import { provideNotary } from './notary.provider.js';
import { Logger, createLogger } from './logger.js';
import { MetricsRegistry } from './metrics-registry.js';
import { type PartName, openParts } from './open-parts.js';
import { PartsHealth } from './parts-health.js';
import { startTracing } from './start-tracing.js';

/** Redis server that a process uses directly; undefined if none is set. */
export class Redis {
  constructor(readonly server: RedisServer | undefined) {}
}

const PART_TOKENS = {
  log: EventLog,
  keys: KeyStore,
  secrets: KeyValueStore,
  stores: ReadStores,
  jobs: JobQueue,
  files: FileStore,
  messages: Messages,
  devInbox: DevInbox,
  commits: ChangePublisher,
  rates: RateLimiter,
} as const satisfies Record<Exclude<PartName, 'redis'>, unknown>;

type PlatformOptions = {
  readonly parts: readonly PartName[];
  readonly domain: Domain;
  readonly views?: readonly Projection[];
  /** Whether the process answers queries, whichever process projects the views. */
  readonly readsViews?: boolean;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly print?: ((line: string) => void) | undefined;
  /** Commands for which another module has a `@CommandHandler`. */
  readonly replacedCommands?: readonly string[];
};

/** Module with `close`, because Nest calls no shutdown hook if another module fails to start. */
export type Platform = DynamicModule & { close(): Promise<void> };

type Token<Value> = abstract new (...parameters: never[]) => Value;
/** Provides each member under its own class, so that a provider gets only what it needs. */
const memberProviders = <Side extends object>(
  side: Token<Side>,
  members: { readonly [Name in keyof Side]: Token<Side[Name]> },
): Provider[] =>
  Object.entries<Token<unknown>>(members).map(([name, provide]) => ({
    provide,
    inject: [side],
    useFactory: (instance: Side) => instance[name as keyof Side],
  }));

const readSideProviders = (projections: readonly Projection[]): Provider[] => [
  {
    provide: ReadSide,
    useFactory: (log: EventLog, { all }: ReadStores, commits: ChangePublisher, logger: Logger) =>
      new ReadSide(
        all.map(
          (store, lane) =>
            new ReadLane({
              log,
              store,
              commits,
              lane,
              projections,
              onTrouble: (err) => logger.warn({ err }, 'views are out of reach now'),
            }),
        ),
      ),
    inject: [EventLog, ReadStores, ChangePublisher, Logger],
  },
  { provide: Views, useFactory: ({ views }: ReadSide) => views, inject: [ReadSide] },
];

const JOB_MESSAGES: Readonly<Record<FailureOutcome, string>> = {
  retried: 'a job failed and is tried again',
  waits: 'a job waits until its record can be read',
  failed: 'a job has failed',
};

/** Ports of a process, each under its own class, and the services built on them. */
@Global()
@Module({})
export class PlatformModule {
  /**
   * Opens the parts. The caller closes them after all modules have stopped.
   * @throws errors of `openParts`
   */
  static async open(
    config: Config,
    {
      parts,
      domain,
      views,
      readsViews = false,
      clock = systemClock,
      logger = createLogger(config.logLevel),
      print,
      replacedCommands = [],
    }: PlatformOptions,
  ): Promise<Platform> {
    const opened = await openParts(config, parts, {
      clock,
      print,
      viewSet: views && viewSetOf(views),
      onJobFailure: ({ id, name, attempt, data }, err, outcome) =>
        logger[outcome === 'failed' ? 'error' : 'warn'](
          { job: id, name, attempt, organization: data['organizationId'], err },
          JOB_MESSAGES[outcome],
        ),
      onTrouble: (err) => logger.warn({ err }, 'a server does not answer now'),
    });
    const stopTracing = await startTracing(config, logger);
    const folder = config.servers.eventStore === undefined ? config.dataDir : undefined;
    const ports = Object.entries(PART_TOKENS).filter(([name]) => parts.includes(name as PartName));
    const exported: Provider[] = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: Logger, useValue: logger },
      MetricsRegistry,
      ...ports.map(([name, provide]) => ({
        provide,
        useFactory: () => opened[name as PartName],
      })),
      { provide: Redis, useValue: new Redis(opened.redis) },
      { provide: PartsHealth, useValue: new PartsHealth({ ...opened, folder }) },
      ...memberProviders(EventReading, { sealing: Sealing, folded: FoldedStreams, eraser: Eraser }),
    ];
    const internal: Provider[] = [
      {
        provide: EventReading,
        useFactory: (log: EventLog, keys: KeyStore) =>
          createEventReading({ domain, log, keys, heldUntil: holdForDays(config.erasureHoldDays) }),
        inject: [EventLog, KeyStore],
      },
    ];
    if (views && readsViews) exported.push(...readSideProviders(views));
    if (parts.includes('secrets')) {
      exported.push(
        ...memberProviders(WriteSide, {
          commands: CommandHandling,
          organizations: Organizations,
          claims: Claims,
          hmacKey: HmacKey,
          signingKey: SigningKey,
        }),
        {
          provide: FileRecords,
          useFactory: (secrets: KeyValueStore) => new FileRecords(secrets),
          inject: [KeyValueStore],
        },
        ReactorsHealth,
        CommandSender,
        provideNotary,
      );
      internal.push(
        {
          provide: WriteSide,
          useFactory: (
            log: EventLog,
            keys: KeyStore,
            secrets: KeyValueStore,
            reading: EventReading,
          ) => createWriteSide({ domain, clock, reading, log, keys, secrets }),
          inject: [EventLog, KeyStore, KeyValueStore, EventReading],
        },
        ErasureWatch,
        ...commandHandlers(domain.aggregates, replacedCommands),
      );
    }
    return {
      module: PlatformModule,
      imports: [{ ...CqrsModule.forRoot(), global: false }],
      providers: [...exported, ...internal],
      exports: [...exported, CqrsModule],
      close: () =>
        opened
          .close()
          .finally(stopTracing)
          .catch((err: unknown) => logger.error({ err }, 'the opened parts cannot be closed')),
    };
  }
}
