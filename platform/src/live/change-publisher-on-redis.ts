import type { Position } from '../event-log/event-log.js';
import type { RedisServer } from '../storage/redis/connect-redis.js';
import { ChangePublisher } from './change-publisher.js';

/** A notification that waits in line behind so many others is too late to be one. */
const mostUnderWay = 1_000;

/** Redis' own publish and subscribe: nothing is kept there. While Redis is away nothing is published. */
export class ChangePublisherOnRedis extends ChangePublisher {
  private underWay = 0;

  private readonly channel: string;

  constructor(private readonly redis: RedisServer) {
    super();
    this.channel = redis.channel('positions');
  }

  publish(position: Position): void {
    if (!this.redis.isReady || this.underWay >= mostUnderWay) return;
    this.underWay++;
    this.redis.client
      .publish(this.channel, position)
      .catch(() => undefined) // A hint.
      .finally(() => this.underWay--);
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
