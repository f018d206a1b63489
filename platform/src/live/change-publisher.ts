import { EventEmitter } from 'node:events';
import type { Position } from '../event-log/event-log.js';
import type { RedisServer } from '../storage/redis/connect-redis.js';

/**
 * Tells processes the position of each commit, through Redis pub/sub or within the process. A hint
 * that may be lost or repeated: readers also poll the change feed.
 */
export class ChangePublisher {
  private readonly commits = new EventEmitter<Record<string, [Position]>>().setMaxListeners(0);

  private readonly name: string;

  /** @param viewSet views whose commits are published (`viewSetOf`) */
  constructor(
    private readonly redis?: RedisServer,
    viewSet?: string,
  ) {
    this.name = viewSet === undefined ? 'positions' : `positions of ${viewSet}`;
  }

  /** Never throws and never waits; a lost message is tolerated. */
  publish(position: Position, lane = 0): void {
    const name = this.channelName(lane);
    if (!this.redis) this.commits.emit(name, position);
    else if (this.redis.isReady)
      this.redis.client.publish(this.redis.channel(name), position).catch(() => undefined);
  }

  /**
   * Calls the listener with each position published in a lane, also this process's own. Returns a
   * function that unsubscribes.
   */
  subscribe(listener: (position: Position) => void, lane = 0): () => void {
    const name = this.channelName(lane);
    if (!this.redis) {
      this.commits.on(name, listener);
      return () => void this.commits.off(name, listener);
    }
    const connection = this.redis.openBlocking(); // Subscribes again after each Redis outage.
    connection.on('message', (_, position: Position) => listener(position));
    connection.subscribe(this.redis.channel(name)).catch(() => undefined);
    return () => {
      connection.removeAllListeners('message');
      connection.disconnect();
    };
  }

  private channelName(lane: number): string {
    return lane === 0 ? this.name : `${this.name}, lane ${lane}`;
  }
}
