import type { RedisServer } from '#platform/storage/redis/connect-redis.js';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Server } from 'socket.io';

/** Carries socket operations to other processes; `undefined` if there is one process. */
export type SocketAdapter = NonNullable<Parameters<Server['adapter']>[0]>;

/** Length of the Redis stream. Only session ends travel this way. */
const STREAM_LENGTH = 1_000;

/**
 * Socket.IO's adapter on Redis streams. Messages sent while Redis is unavailable are lost. So every
 * session end is also noticed elsewhere: in the log, and at the next resume.
 */
export function createRedisAdapter(redis: RedisServer): SocketAdapter {
  // The adapter reads on duplicates of this connection. They have to wait for Redis, or its loop
  // would spin.
  const connection = new Proxy(redis.client, {
    get(client, name): unknown {
      if (name === 'duplicate') return () => redis.openBlocking();
      const value: unknown = Reflect.get(client, name);
      return typeof value === 'function' ? (value.bind(client) as unknown) : value;
    },
  });
  return createAdapter(connection, {
    streamName: 'fieldtrace:sockets',
    channelPrefix: redis.channel('sockets'),
    maxLen: STREAM_LENGTH,
  }) as SocketAdapter;
}
