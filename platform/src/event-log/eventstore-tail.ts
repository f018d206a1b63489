import { END, excludeSystemEvents } from '@eventstore/db-client';
import type { CatchUp } from './catch-up.js';
import { precedingType } from './event-log.js';
import type { EventStoreConnection } from './eventstore-connection.js';
import { positionOf } from './eventstore-mapping.js';

/** A subscription is made anew after so many looks, because it may stay open and fall silent. */
const looksOfASubscription = 15;

/**
 * Shares one server subscription between all subscribers of this process. It only signals growth
 * and also polls every few seconds. `CatchUp` reads the events from the log, so late, doubled or
 * lost deliveries do no harm.
 */
export class EventStoreTail {
  private following: Promise<void> | undefined;

  /** @param lookMs how often subscribers look by themselves, in milliseconds */
  constructor(
    private readonly connection: EventStoreConnection,
    private readonly subscribers: Pick<CatchUp, 'announce' | 'look'>,
    private readonly lookMs: number,
  ) {}

  /** With the first subscriber, until the log is closed. */
  start(): void {
    this.following ??= this.follow();
  }

  /** Subscribes again whenever the subscription ends, for whatever reason and also for none. */
  private async follow(): Promise<void> {
    const { connection, lookMs } = this;
    const looking = setInterval(() => this.subscribers.look(), lookMs);
    for (let failures = 0; !connection.closed.aborted;) {
      try {
        await this.listen(() => (failures = 0));
      } catch (error) {
        connection.reportTrouble(error);
        await connection.pause(Math.min(++failures, 6));
      }
    }
    clearInterval(looking);
  }

  /**
   * Until it is time for another one, or the log is closed. From the log's end: what was appended
   * before the subscription was confirmed is read when it is.
   */
  private async listen(confirmed: () => void): Promise<void> {
    const { closed } = this.connection;
    const { client, retired } = this.connection.subscribing;
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: excludeSystemEvents(),
      requiresLeader: true,
    });
    let isOver = false;
    const end = () => {
      isOver = true;
      void subscription.destroy();
    };
    // A timer and no AbortSignal.any: Node 20 forgets signals that nobody else holds, and keeps
    // those that were aborted.
    const renewal = setTimeout(end, this.lookMs * looksOfASubscription);
    for (const signal of [closed, retired]) signal.addEventListener('abort', end);
    subscription.on('error', () => {}); // A later error would end the process.
    subscription.on('confirmation', () => {
      confirmed();
      this.subscribers.look();
    });
    try {
      for await (const { event } of subscription)
        if (event?.position && event.type !== precedingType)
          this.subscribers.announce(positionOf(event.position));
      throw new Error('the server ended the subscription');
    } catch (error) {
      if (!isOver) throw error;
    } finally {
      clearTimeout(renewal);
      for (const signal of [closed, retired]) signal.removeEventListener('abort', end);
      subscription.unsubscribe().catch(() => {});
    }
  }
}
