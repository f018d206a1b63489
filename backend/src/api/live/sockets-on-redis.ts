import type { RedisServer } from '#platform/storage/redis/connect-redis.js';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Server } from 'socket.io';

/** Carries socket operations to other processes; `undefined` if there is one process. */
export type SocketAdapter = NonNullable<Parameters<Server['adapter']>[0]>;

/**
 * Enough for what has to reach sockets everywhere: only endings travel this way, by the ids of
 * sessions.
 */
const mostKept = 1_000;

/**
 * Socket.IO's adapter on Redis streams. What it reads waits for Redis while that is away; what it
 * sends then is lost, so that whatever has to end must also be seen by itself: from the log, and at
 * the next resume.
 */
export function socketsOnRedis(redis: RedisServer): SocketAdapter {
  // The adapter reads on duplicates of its connection. On one that refuses while Redis is away its
  // loop would spin.
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
    maxLen: mostKept,
  }) as SocketAdapter;
}
