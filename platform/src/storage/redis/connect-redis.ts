import { Redis, type RedisOptions } from 'ioredis';
import { backOff, pause } from '../../common/clock.js';
import { BadConfig } from '../../common/config/config.js';
import { Unavailable } from '../../common/unavailable.js';

/** Deadline of a command. */
const COMMAND_TIMEOUT_MS = 2_000;
/** Silence after which a connection with a pending command counts as dead. */
const SOCKET_TIMEOUT_MS = 5_000;
/** Silence allowed on a connection for blocking commands; longer than any of them waits. */
const BLOCKING_SOCKET_TIMEOUT_MS = 15_000;
/** Time for which a starting process waits for Redis before it continues without it. */
const START_TIMEOUT_MS = 2_000;

const UNREACHABLE = 'Redis is out of reach. What needs it (jobs, codes) cannot be done now.';
/** Errors of a server that cannot serve now. Any other error means an invalid command. */
const SERVER_ERRORS =
  /^(?:LOADING|OOM|READONLY|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/;

/** Redis connections of a process; they reconnect by themselves. */
export class RedisServer {
  /** Connection whose commands answer or fail in time; none waits for Redis to come back. */
  readonly client: Redis;
  private readonly connections = new Set<Redis>();
  private isUnavailable = false;

  /** @param onTrouble called once per outage, and when a wrong setting is found later */
  constructor(
    private readonly url: string,
    private readonly onTrouble: (error: Error) => void,
  ) {
    this.client = this.open({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    });
    this.client.on('error', (error: Error) => this.reportOutage(error));
    this.client.on('close', () => this.reportOutage(new Error('The connection was closed')));
  }

  /** Name of a pub/sub channel with the database number, because channels span databases. */
  channel(name: string): string {
    return `fieldtrace:${this.client.options.db ?? 0}:${name}`;
  }

  /**
   * Opens a connection for blocking commands (BullMQ's workers, stream readers); these wait for
   * Redis to come back.
   */
  openBlocking(): Redis {
    return this.open({ maxRetriesPerRequest: null, socketTimeout: BLOCKING_SOCKET_TIMEOUT_MS });
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /** @throws Unavailable if there is no answer in time */
  async ask<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result> {
    // Not queued: a command that was reported as failed must not run later.
    if (!this.isReady) throw new Unavailable(UNREACHABLE);
    try {
      return await command(this.client);
    } catch (error) {
      // Makes the next commands fail at once until there is a new connection.
      if (error instanceof Error && error.message === 'Command timed out')
        this.client.disconnect(true);
      throw toUnavailable(error);
    }
  }

  /**
   * Checks the eviction policy: a Redis that evicts keys would lose jobs.
   * @throws BadConfig with the command that corrects it
   * @throws Unavailable
   */
  async check(): Promise<void> {
    const policy = /^maxmemory_policy:(\S+)/m.exec(
      await this.ask((redis) => redis.info('memory')),
    )?.[1];
    if (policy !== undefined && policy !== 'noeviction')
      throw new BadConfig(
        `REDIS_URL: this Redis throws keys away when its memory is full (maxmemory-policy ${policy}), and jobs would be lost. Put it right with: redis-cli config set maxmemory-policy noeviction`,
      );
  }

  /** Closes all connections; pending commands fail. */
  close(): void {
    const opened = [...this.connections];
    this.connections.clear();
    for (const redis of opened) redis.disconnect();
  }

  private open(options: RedisOptions): Redis {
    const redis = new Redis(this.url, {
      connectTimeout: SOCKET_TIMEOUT_MS,
      disconnectTimeout: 500,
      // After a failover the address may be that of another primary.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      retryStrategy: (attempt) => backOff(attempt, { longest: 2_000 }),
      ...options,
    });
    // An unhandled `error` event would end the process.
    redis.on('error', () => {});
    handleFailedSubscriptions(redis);
    this.connections.add(redis);
    redis.once('end', () => void this.connections.delete(redis));
    return redis;
  }

  private reportOutage(error: Error): void {
    if (this.isUnavailable || !this.connections.has(this.client)) return;
    this.isUnavailable = true;
    this.client.once('ready', () => {
      this.isUnavailable = false;
      this.check().catch((found: Error) => found instanceof BadConfig && this.onTrouble(found));
    });
    this.onTrouble(new Unavailable(UNREACHABLE, { cause: error }));
  }
}

/**
 * Connects to Redis. If Redis is unavailable, the process starts without it, and commands fail with
 * `Unavailable`.
 * @throws BadConfig if it may evict jobs
 */
export async function connectRedis(
  url: string,
  onTrouble: (error: Error) => void = () => {},
): Promise<RedisServer> {
  const server = new RedisServer(url, onTrouble);
  try {
    const ready = new AbortController();
    server.client.once('ready', () => ready.abort());
    if (!server.isReady) await pause(START_TIMEOUT_MS, ready.signal);
    await server.check();
  } catch (error) {
    if (error instanceof Unavailable) return server;
    server.close();
    throw error;
  }
  return server;
}

/**
 * Marks the failure of a subscription as handled, because it would end the process otherwise.
 * ioredis subscribes again after each reconnect, and the Socket.IO adapter subscribes once;
 * neither handles a connection that is closed in between. Callers still receive the failure.
 */
function handleFailedSubscriptions(redis: Redis): void {
  const subscribe = redis.subscribe.bind(redis) as (...channels: string[]) => Promise<unknown>;
  const subscribeSafely = (...channels: string[]): Promise<unknown> => {
    const answer = subscribe(...channels);
    answer.catch(() => {});
    return answer;
  };
  redis.subscribe = subscribeSafely as typeof redis.subscribe;
}

/** Turns an error of any Redis client into `Unavailable`, unless the command was invalid. */
function toUnavailable(error: unknown): Error {
  if (error instanceof Unavailable || error instanceof TypeError || error instanceof RangeError)
    return error;
  if (!(error instanceof Error && error.name === 'ReplyError'))
    return new Unavailable(UNREACHABLE, { cause: error });
  const [code] = SERVER_ERRORS.exec(error.message) ?? [];
  if (code === undefined) return error;
  return new Unavailable(
    `Redis cannot serve now (${code}). What needs it (jobs, codes) cannot be done now.`,
    { cause: error },
  );
}
