import { END, excludeSystemEvents } from '@eventstore/db-client';
import { Signal } from '../common/signal.js';
import type { EventStoreConnection } from './eventstore-connection.js';

/** A subscription is made anew after so many looks, because it may stay open and fall silent. */
const looksOfASubscription = 15;

/**
 * One subscription of the server for all subscribers in this process. It only signals that the log has grown: each reads what
 * came by itself, and looks every few seconds without having been told, so that nothing depends on what a subscription delivers
 * late, twice or not at all.
 */
export class EventStoreTail {
  readonly grown = new Signal();
  private following: Promise<void> | undefined;

  /** @param lookMs how often subscribers look by themselves, in milliseconds */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly lookMs: number,
  ) {}

  /** With the first subscriber, until the log is closed. */
  start(): void {
    this.following ??= this.follow();
  }

  /** Subscribes again whenever the subscription ends, for whatever reason and also for none. */
  private async follow(): Promise<void> {
    const { connection, lookMs } = this;
    const looking = setInterval(() => this.grown.notify(), lookMs);
    for (let failures = 0; !connection.closed.aborted;) {
      const over = AbortSignal.any([connection.closed, AbortSignal.timeout(lookMs * looksOfASubscription)]);
      try {
        await this.listen(over, () => (failures = 0));
      } catch (error) {
        if (over.aborted) continue;
        connection.reportTrouble(error);
        await connection.pause(Math.min(++failures, 6));
      }
    }
    clearInterval(looking);
  }

  /** From the log's end: what was appended before the subscription was confirmed is read when it is. */
  private async listen(over: AbortSignal, confirmed: () => void): Promise<never> {
    const subscription = this.connection.client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents(), requiresLeader: true });
    over.addEventListener('abort', () => void subscription.destroy());
    subscription.on('error', () => {}); // One that comes after the loop has failed would end the process.
    subscription.on('confirmation', () => {
      confirmed();
      this.grown.notify();
    });
    try {
      for await (const _ of subscription) this.grown.notify();
      throw new Error('the server ended the subscription');
    } finally {
      subscription.unsubscribe().catch(() => {});
    }
  }
}
