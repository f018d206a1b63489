import { Redis, type RedisOptions } from 'ioredis';
import { backOff, pause } from '../../common/clock.js';
import { BadConfig } from '../../common/config/config.js';
import { Unavailable } from '../../common/unavailable.js';

/** A command without an answer by then fails. */
const commandMilliseconds = 2_000;
/** A connection on which a command had no answer for so long is dead. */
const silenceMilliseconds = 5_000;
/** Longer than any blocking command of ours waits. */
const longestWaitMilliseconds = 15_000;
/** How long the start waits for it; then the process goes on without it. */
const longestStartMilliseconds = 2_000;

const away = 'Redis is out of reach. What needs it (jobs, codes) cannot be done now.';
/** Errors of a server that cannot serve now; others mean that the command was wrong. */
const cannotServe =
  /^(?:LOADING|OOM|READONLY|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/;

/** The connections of a process to Redis, which reconnect by themselves. */
export class RedisServer {
  /** Answers or fails in time; no command waits for Redis to come back. */
  readonly client: Redis;
  private readonly opened = new Set<Redis>();
  private isAway = false;

  /**
   * @param onTrouble is called once each time that Redis goes away, and when a setting of it is
   * found wrong later
   */
  constructor(
    private readonly url: string,
    private readonly onTrouble: (error: Error) => void,
  ) {
    this.client = this.open({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: commandMilliseconds,
      socketTimeout: silenceMilliseconds,
    });
    this.client.on('error', (error: Error) => this.noteAway(error));
    this.client.on('close', () => this.noteAway(new Error('The connection was closed')));
  }

  /**
   * The name of a channel of this database: what is published otherwise reaches every database of
   * the Redis.
   */
  channel(name: string): string {
    return `fieldtrace:${this.client.options.db ?? 0}:${name}`;
  }

  /**
   * For blocking commands (BullMQ's workers, readers of streams), which wait for Redis to come
   * back.
   */
  waiting(): Redis {
    return this.open({ maxRetriesPerRequest: null, socketTimeout: longestWaitMilliseconds });
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /** @throws Unavailable if there is no answer in time */
  async ask<Result>(question: (redis: Redis) => Promise<Result>): Promise<Result> {
    // Not sent, so that nothing is done later that was answered as impossible.
    if (!this.isReady) throw new Unavailable(away);
    try {
      return await question(this.client);
    } catch (error) {
      // The next commands fail at once until there is a new connection.
      if (error instanceof Error && error.message === 'Command timed out')
        this.client.disconnect(true);
      throw unavailable(error);
    }
  }

  /**
   * A Redis that evicts keys when its memory is full would lose jobs.
   * @throws BadConfig with the command that puts it right
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

  /** Commands that wait are given up. */
  close(): void {
    const opened = [...this.opened];
    this.opened.clear();
    for (const redis of opened) redis.disconnect();
  }

  private open(options: RedisOptions): Redis {
    const redis = new Redis(this.url, {
      connectTimeout: silenceMilliseconds,
      disconnectTimeout: 500,
      // After a failover the address may lead to another primary.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      retryStrategy: (attempt) => backOff(attempt, { longest: 2_000 }),
      ...options,
    });
    // Without a listener the first failed connection would end the process.
    redis.on('error', () => {});
    this.opened.add(redis);
    redis.once('end', () => void this.opened.delete(redis));
    return redis;
  }

  private noteAway(error: Error): void {
    if (this.isAway || !this.opened.has(this.client)) return;
    this.isAway = true;
    this.client.once('ready', () => {
      this.isAway = false;
      this.check().catch((found: Error) => found instanceof BadConfig && this.onTrouble(found));
    });
    this.onTrouble(new Unavailable(away, { cause: error }));
  }
}

/**
 * A process starts without Redis if it is away: what needs it fails with Unavailable until it is
 * there.
 * @throws BadConfig if it is there and may evict jobs
 */
export async function connectRedis(
  url: string,
  onTrouble: (error: Error) => void = () => {},
): Promise<RedisServer> {
  const server = new RedisServer(url, onTrouble);
  try {
    const ready = new AbortController();
    server.client.once('ready', () => ready.abort());
    if (!server.isReady) await pause(longestStartMilliseconds, ready.signal);
    await server.check();
  } catch (error) {
    if (error instanceof Unavailable) return server;
    server.close();
    throw error;
  }
  return server;
}

/** An error of any client of Redis: Unavailable, unless the command itself was wrong. */
export function unavailable(error: unknown): Error {
  if (error instanceof Unavailable || error instanceof TypeError || error instanceof RangeError)
    return error;
  if (!(error instanceof Error && error.name === 'ReplyError'))
    return new Unavailable(away, { cause: error });
  const [why] = cannotServe.exec(error.message) ?? [];
  if (why === undefined) return error;
  return new Unavailable(
    `Redis cannot serve now (${why}). What needs it (jobs, codes) cannot be done now.`,
    { cause: error },
  );
}
