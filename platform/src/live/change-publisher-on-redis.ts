import type { Position } from '../event-log/event-log.js';
import type { RedisServer } from '../storage/redis/connect-redis.js';
import { ChangePublisher } from './change-publisher.js';

/** Redis' own publish and subscribe: nothing is kept there. While Redis is away nothing is published. */
export class ChangePublisherOnRedis extends ChangePublisher {
  private readonly channel: string;

  constructor(private readonly redis: RedisServer) {
    super();
    this.channel = redis.channel('positions');
  }

  publish(position: Position): void {
    if (this.redis.isReady) this.redis.client.publish(this.channel, position).catch(() => undefined); // A hint.
  }

  follow(listener: (position: Position) => void): () => void {
    const connection = this.redis.waiting(); // It subscribes again by itself after each time that Redis was away.
    connection.on('message', (_, position: Position) => listener(position));
    connection.subscribe(this.channel).catch(() => undefined);
    return () => {
      connection.removeAllListeners('message');
      connection.disconnect();
    };
  }
}
