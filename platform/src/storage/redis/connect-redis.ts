import { Redis, type RedisOptions } from 'ioredis';
import { backOff } from '../../common/back-off.js';
import { pause } from '../../common/clock.js';
import { BadConfig } from '../../common/config/config.js';
import { Unavailable } from '../../common/unavailable.js';

/** A command that has no answer by then gets none: whoever waits for it is told that Redis is away. */
const commandMilliseconds = 2_000;
/** A connection on which something was asked and nothing came for so long is dead, whatever the system thinks of it. */
const silenceMilliseconds = 5_000;
/** Nobody waits on Redis longer than this, so that silence beyond it means that it is away. */
export const longestWaitSeconds = 10;
const longestPause = 2_000;

type Options = {
  /** Told once of each time that Redis is away, and of a setting of it that is found wrong later. */
  readonly onTrouble?: (error: Error) => void;
  /** How long the start waits for it. When that is over the process goes on without it until it is there. */
  readonly patienceMilliseconds?: number;
};

const away = 'Redis is out of reach. What needs it (jobs, codes) cannot be done now.';
/** Answers by which a server says that it cannot serve now, and not that it was asked wrongly. */
const cannotServe = /^(?:LOADING|OOM|READONLY|MISCONF|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/;

/** The one place in a process that knows where Redis is. It comes back by itself, whatever became of it meanwhile. */
export class RedisServer {
  /** Answers or fails in time; nothing waits in it for Redis to come back. */
  readonly client: Redis;
  private readonly opened = new Set<Redis>();
  private isAway = false;

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

  /** For who waits on Redis (BullMQ's workers, readers of streams): what was asked waits until it is there again. */
  waiting(): Redis {
    return this.open({ maxRetriesPerRequest: null, socketTimeout: (longestWaitSeconds + 5) * 1_000 });
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /** @throws Unavailable if there is no answer in time */
  async ask<Result>(question: (redis: Redis) => Promise<Result>): Promise<Result> {
    // Not even asked, so that nothing is done later of which it was said that it cannot be done.
    if (!this.isReady) throw new Unavailable(away);
    try {
      return await question(this.client);
    } catch (error) {
      // The next ones need not wait as long: they fail at once until it answers on a new connection.
      if (error instanceof Error && error.message === 'Command timed out') this.client.disconnect(true);
      throw unavailable(error);
    }
  }

  /**
   * What is in the queue must outlive everything: a Redis that throws keys away when its memory is full would throw away jobs.
   * @throws BadConfig with the command that puts it right
   * @throws Unavailable
   */
  async check(): Promise<void> {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await this.ask((redis) => redis.info('memory')))?.[1];
    if (policy !== undefined && policy !== 'noeviction')
      throw new BadConfig(
        `REDIS_URL: this Redis throws keys away when its memory is full (maxmemory-policy ${policy}), and jobs would be lost. Put it right with: redis-cli config set maxmemory-policy noeviction`,
      );
  }

  /** What waits in any of its connections is given up. */
  close(): void {
    const opened = [...this.opened];
    this.opened.clear();
    for (const redis of opened) redis.disconnect();
  }

  private open(options: RedisOptions): Redis {
    const redis = new Redis(this.url, {
      connectTimeout: silenceMilliseconds,
      disconnectTimeout: 500,
      // What was the primary is one no longer: its address may lead to another one by now.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      retryStrategy: (attempt) => backOff(attempt, { longest: longestPause }),
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
 * Goes on without it if it is not there: it is looked for until it is, and meanwhile whoever needs it is answered Unavailable.
 * @throws BadConfig if it is there and may throw away jobs
 */
export async function connectRedis(url: string, { onTrouble = () => {}, patienceMilliseconds = 2_000 }: Options = {}): Promise<RedisServer> {
  const server = new RedisServer(url, onTrouble);
  try {
    await ready(server.client, patienceMilliseconds);
    await server.check();
  } catch (error) {
    if (error instanceof Unavailable) return server;
    server.close();
    throw error;
  }
  return server;
}

/** What any client of Redis has thrown, as this product says it. */
export function unavailable(error: unknown): Error {
  if (error instanceof Unavailable) return error;
  const isOwnFault = error instanceof TypeError || error instanceof RangeError;
  if (isOwnFault) return error;
  if (!(error instanceof Error && error.name === 'ReplyError')) return new Unavailable(away, { cause: error });
  const [why] = cannotServe.exec(error.message) ?? [];
  if (why === undefined) return error;
  return new Unavailable(`Redis cannot serve now (${why}). What needs it (jobs, codes) cannot be done now.`, { cause: error });
}

async function ready(redis: Redis, milliseconds: number): Promise<void> {
  const over = new AbortController();
  redis.once('ready', () => over.abort());
  if (redis.status !== 'ready') await pause(milliseconds, over.signal);
}
