import { EventEmitter } from 'node:events';
import type { Position } from '../event-log/event-log.js';
import type { RedisServer } from '../storage/redis/connect-redis.js';

/**
 * How processes learn that the projection host has committed, and up to which position: by Redis'
 * own publish and subscribe, which keeps nothing, or without Redis within the process. It is a hint
 * that may be lost or come twice: what has changed is read from the feed of the read store, which
 * is also looked at without one.
 */
export class ChangePublisher {
  private readonly commits = new EventEmitter<{ position: [Position] }>().setMaxListeners(0);

  constructor(private readonly redis?: RedisServer) {}

  /** Never throws and waits for nothing: what cannot be published now is not. */
  publish(position: Position): void {
    if (!this.redis) this.commits.emit('position', position);
    else if (this.redis.isReady)
      this.redis.client.publish(this.redis.channel('positions'), position).catch(() => undefined);
  }

  /**
   * Calls the listener with what is published from now on, in its order, also what this process
   * publishes. Answers how to stop.
   */
  follow(listener: (position: Position) => void): () => void {
    if (!this.redis) {
      this.commits.on('position', listener);
      return () => void this.commits.off('position', listener);
    }
    const connection = this.redis.waiting(); // Subscribes again after each Redis outage.
    connection.on('message', (_, position: Position) => listener(position));
    connection.subscribe(this.redis.channel('positions')).catch(() => undefined);
    return () => {
      connection.removeAllListeners('message');
      connection.disconnect();
    };
  }
}
