import type { CommitNotification } from '../read-side/projections/projection-host.js';
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
    this.channel = redis.channel('commits');
  }

  publish(notification: CommitNotification): void {
    if (!this.redis.isReady || this.underWay >= mostUnderWay) return;
    this.underWay++;
    this.redis.client
      .publish(this.channel, JSON.stringify(notification))
      .catch(() => undefined) // A hint: what it says is found by position.
      .finally(() => this.underWay--);
  }

  follow(listener: (notification: CommitNotification) => void): () => void {
    const connection = this.redis.waiting(); // It subscribes again by itself after each time that Redis was away.
    connection.on('message', (_, json: string) => listener(JSON.parse(json) as CommitNotification));
    connection.subscribe(this.channel).catch(() => undefined);
    return () => {
      connection.removeAllListeners('message');
      connection.disconnect();
    };
  }
}
