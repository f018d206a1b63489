import { END, excludeSystemEvents } from '@eventstore/db-client';
import type { Signal } from '../common/signal.js';
import type { EventStoreConnection } from './eventstore-connection.js';

/**
 * One subscription of the server for all subscribers in this process. It only signals that the log has grown, and every few seconds
 * without having been told: what came is read from the log (`CatchUp`), so that nothing depends on what a subscription delivers late,
 * twice or not at all.
 */
export class EventStoreTail {
  private following: Promise<void> | undefined;

  /** @param pollMs how often subscribers look by themselves, in milliseconds: a subscription may stay open and fall silent */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly grown: Signal,
    private readonly pollMs: number,
  ) {}

  /** With the first subscriber, until the log is closed. */
  start(): void {
    this.following ??= this.follow();
  }

  /** Subscribes again whenever the subscription ends, for whatever reason and also for none. */
  private async follow(): Promise<void> {
    const { connection, grown } = this;
    const polling = setInterval(() => grown.notify(), this.pollMs);
    for (let failures = 0; !connection.closed.aborted;) {
      try {
        await this.listen(() => (failures = 0));
      } catch (error) {
        if (connection.closed.aborted) break;
        connection.reportTrouble(error);
        await connection.pause(Math.min(++failures, 6));
      }
    }
    clearInterval(polling);
  }

  /** From the log's end: what was appended before the subscription was confirmed is read when it is. @throws when it ends */
  private async listen(confirmed: () => void): Promise<void> {
    const { client, closed } = this.connection;
    const subscription = client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents(), requiresLeader: true });
    const end = () => void subscription.destroy();
    closed.addEventListener('abort', end);
    subscription.on('error', () => {}); // One that comes after the loop has failed would end the process.
    subscription.on('confirmation', () => {
      confirmed();
      this.grown.notify();
    });
    try {
      for await (const _ of subscription) this.grown.notify();
      throw new Error('the server ended the subscription');
    } finally {
      closed.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => {});
    }
  }
}
