import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { Clock, systemClock } from '../common/clock.js';
import { Config } from '../common/config/config.js';
import { EventLog } from '../event-log/event-log.js';
import { FileStore } from '../files/file-store/file-store.js';
import { FileRecords } from '../files/file-records.js';
import { DevInbox } from '../integrations/messages/dev-inbox.js';
import { Messages } from '../integrations/messages/messages.js';
import { JobQueue } from '../jobs/job-queue/job-queue.js';
import { ReactorsHealth } from '../jobs/reactors/reactors-health.js';
import { ChangePublisher } from '../live/change-publisher.js';
import { ReadSide } from '../live/read-side.js';
import { ProjectionHost } from '../read-side/projections/projection-host.js';
import type { Projection } from '../read-side/projections/projection.js';
import { ReadStore } from '../read-side/read-store/read-store.js';
import { Views } from '../read-side/read-store/views.js';
import { HmacKey, KeyStore, SigningKey } from '../sealing/key-store/key-store.js';
import { Sealing } from '../sealing/sealing.js';
import { KeyValueStore } from '../storage/key-value-store/key-value-store.js';
import { RateLimiter } from '../storage/rate-limiter/rate-limiter.js';
import type { RedisServer } from '../storage/redis/connect-redis.js';
import { Claims } from '../write-side/claims.js';
import { Eraser, holdFor } from '../write-side/erasing.js';
import { FoldedStreams } from '../write-side/folded.js';
import { Organizations } from '../write-side/permission.js';
import {
  CommandDispatcher,
  type Domain,
  ReadingSide,
  WriteSide,
  readingSide,
  writeSide,
} from '../write-side/write-side.js';
import { ErasureWatch } from './erasure-watch.js';
import { Logger, makeLogger } from './logger.js';
import { type PartName, openParts } from './open-parts.js';
import { PartsHealth } from './parts-health.js';

/** For what a process keeps in Redis itself; without it there is no server. */
export class Redis {
  constructor(readonly server: RedisServer | undefined) {}
}

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
} as const satisfies Record<Exclude<PartName, 'redis'>, unknown>;

type PlatformOptions = {
  readonly parts: readonly PartName[];
  readonly domain: Domain;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly print?: ((line: string) => void) | undefined;
};

/**
 * A module of Nest that can also be closed from outside: where another module cannot be made, Nest
 * calls no shutdown hook.
 */
export type Platform = DynamicModule & { close(): Promise<void> };

/** Opens the requested parts once, when Nest makes the first provider. */
class OpenedParts {
  private opening: ReturnType<typeof openParts> | undefined;

  constructor(private readonly open: () => ReturnType<typeof openParts>) {}

  get(): ReturnType<typeof openParts> {
    return (this.opening ??= this.open());
  }

  /** A second time it does nothing. What could not be opened has closed itself. */
  async close(): Promise<void> {
    const opened = await this.opening?.catch(() => undefined);
    await opened?.close();
  }
}

type Token<Value> = abstract new (...given: never[]) => Value;
/**
 * Each member under a class of its own, so that a provider is given what it needs and nothing else.
 */
const membersOf = <Side extends object>(
  side: Token<Side>,
  members: { readonly [Name in keyof Side]: Token<Side[Name]> },
): Provider[] =>
  Object.entries<Token<unknown>>(members).map(([name, provide]) => ({
    ...{ provide, inject: [side] },
    useFactory: (of: Side) => of[name as keyof Side],
  }));

/**
 * The ports that a process uses, each under its own class, and what every process makes of them.
 * They are closed last: it is the first module that a process imports, and Nest stops modules in
 * the opposite order, each after its providers.
 */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    private readonly parts: OpenedParts,
    private readonly logger: Logger,
  ) {}

  static forRoot(
    config: Config,
    {
      parts,
      domain,
      clock = systemClock,
      logger = makeLogger(config.logLevel),
      print,
    }: PlatformOptions,
  ): Platform {
    const opened = new OpenedParts(() =>
      openParts(config, parts, {
        ...{ clock, print },
        jobFailed: ({ id, name, attempt }, err, last) =>
          logger[last ? 'error' : 'warn'](
            { job: id, name, attempt, err },
            last ? 'a job has failed' : 'a job failed and is tried again',
          ),
        onTrouble: (err) => logger.warn({ err }, 'a server does not answer now'),
      }),
    );
    const folder = config.servers.eventStore === undefined ? config.dataDir : undefined;
    const ports = Object.entries(tokens).filter(([name]) => parts.includes(name as PartName));
    const exported: Provider[] = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: Logger, useValue: logger },
      ...ports.map(([name, provide]) => ({
        provide,
        useFactory: async () => (await opened.get())[name as PartName],
      })),
      { provide: Redis, useFactory: async () => new Redis((await opened.get()).redis) },
      {
        provide: PartsHealth,
        useFactory: async () => new PartsHealth({ ...(await opened.get()), folder }),
      },
      ...membersOf(ReadingSide, { sealing: Sealing, folded: FoldedStreams, eraser: Eraser }),
    ];
    const internal: Provider[] = [
      { provide: OpenedParts, useValue: opened },
      {
        provide: ReadingSide,
        useFactory: (log: EventLog, keys: KeyStore) =>
          readingSide({ domain, log, keys, heldUntil: holdFor(config.erasureHoldDays) }),
        inject: [EventLog, KeyStore],
      },
    ];
    if (parts.includes('secrets')) {
      exported.push(
        ...membersOf(WriteSide, {
          commands: CommandDispatcher,
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
      );
      internal.push(
        {
          provide: WriteSide,
          useFactory: (
            log: EventLog,
            keys: KeyStore,
            secrets: KeyValueStore,
            reading: ReadingSide,
          ) => writeSide({ domain, clock, reading, log, keys, secrets }),
          inject: [EventLog, KeyStore, KeyValueStore, ReadingSide],
        },
        ErasureWatch,
      );
    }
    return {
      module: PlatformModule,
      providers: [...exported, ...internal],
      exports: exported,
      close: () => opened.close(),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.parts
      .close()
      .catch((err: unknown) => this.logger.error({ err }, 'what was opened cannot be closed'));
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
        useFactory: (
          log: EventLog,
          store: ReadStore,
          commits: ChangePublisher,
          logger: Logger,
          host?: ProjectionHost,
        ) =>
          new ReadSide({
            log,
            store,
            commits,
            projections,
            host,
            onTrouble: (err) => logger.warn({ err }, 'views are out of reach now'),
          }),
        inject: [
          EventLog,
          ReadStore,
          ChangePublisher,
          Logger,
          { token: ProjectionHost, optional: true },
        ],
      },
      { provide: Views, useFactory: ({ views }: ReadSide) => views, inject: [ReadSide] },
    ];
    return { module: ReadSideModule, providers, exports: providers };
  }
}
