import { END, excludeSystemEvents } from '@eventstore/db-client';
import { pause } from '../common/clock.js';
import { Signal } from '../common/signal.js';
import { type Position, beforeAll } from './event-log.js';
import type { EventStoreConnection } from './eventstore-connection.js';
import { positionOf } from './eventstore-mapping.js';

/**
 * One subscription of the server for all subscribers in this process. It only signals that the log has grown: each reads what
 * came by itself, so that nothing depends on what a subscription delivers late, twice or not at all.
 */
export class EventStoreTail {
  readonly grown = new Signal();
  private following: Promise<void> | undefined;

  constructor(
    private readonly connection: EventStoreConnection,
    private readonly head: () => Promise<Position>,
    private readonly watchMs: number,
  ) {}

  /** With the first subscriber, until the log is closed. */
  start(): void {
    this.following ??= this.follow();
  }

  /** Subscribes again whenever the subscription ends, for whatever reason and also for none. */
  private async follow(): Promise<void> {
    const { connection } = this;
    for (let attempt = 0; !connection.closed.aborted; attempt++) {
      await this.listen(() => (attempt = 0)).catch((error: unknown) => connection.closed.aborted || connection.reportTrouble(error));
      await connection.pause(Math.min(attempt + 1, 6));
    }
  }

  /** From the log's end: what was appended before the subscription was confirmed is read when it is. */
  private async listen(onConfirmed: () => void): Promise<never> {
    const { client, closed } = this.connection;
    let delivered = beforeAll;
    const subscription = client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents(), requiresLeader: true });
    const ended = new AbortController();
    const over = AbortSignal.any([closed, ended.signal]);
    over.addEventListener('abort', () => void subscription.destroy());
    subscription.on('error', () => {}); // One that comes after the loop has failed would end the process.
    const confirmed = new AbortController();
    const check = (until: AbortSignal) =>
      void this.checkDelivery(() => delivered, until).catch((error: Error) => void (until.aborted || subscription.destroy(error)));
    subscription.on('confirmation', () => {
      confirmed.abort();
      onConfirmed();
      check(over); // Anew: what was appended before the confirmation is not delivered.
    });
    check(AbortSignal.any([over, confirmed.signal])); // The confirmation may never come.
    try {
      for await (const { event } of subscription) {
        const position = event?.position ? positionOf(event.position) : beforeAll;
        if (position > delivered) delivered = position;
        this.grown.notify();
      }
      throw new Error('the server ended the subscription');
    } finally {
      ended.abort();
      subscription.unsubscribe().catch(() => {});
    }
  }

  /** @throws if what was the log's end at one look is not delivered by the next: a subscription may stay open and fall silent */
  private async checkDelivery(delivered: () => Position, over: AbortSignal): Promise<void> {
    const start = await this.head();
    this.grown.notify(); // What was appended up to here need not be delivered.
    for (let end = start; ; end = await this.head()) {
      await pause(this.watchMs, over);
      if (over.aborted) return;
      if (end > start && end > delivered()) throw new Error('the subscription fell silent');
    }
  }
}
