import { END, excludeSystemEvents } from '@eventstore/db-client';
import { pause } from '../common/clock.js';
import { Signal } from '../storage/embedded/signal.js';
import { type Position, beforeAll } from './event-log.js';
import type { EventStoreGuard } from './eventstore-guard.js';
import { positionOf } from './eventstore-mapping.js';

/**
 * One subscription of the server for all subscribers in this process. It only signals that the log has grown: each reads what
 * came by itself, so that nothing depends on what a subscription delivers late, twice or not at all.
 */
export class EventStoreTail {
  readonly grown = new Signal();
  private subscribers = 0;
  private leaving = new AbortController();

  constructor(
    private readonly guard: EventStoreGuard,
    private readonly head: () => Promise<Position>,
    private readonly watchMs: number,
  ) {}

  /** The subscription is open while there is a subscriber. @returns what to call when one leaves */
  join(): () => void {
    if (this.subscribers++ === 0) {
      this.leaving = new AbortController();
      void this.follow(AbortSignal.any([this.leaving.signal, this.guard.closed]));
    }
    return () => {
      if (--this.subscribers === 0) this.leaving.abort();
    };
  }

  /** Subscribes, and again whenever that ends, for whatever reason and also for none. */
  private async follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await this.listen(signal, () => (attempt = 0));
      } catch (error) {
        if (!signal.aborted) this.guard.trouble(error);
      }
      if (!signal.aborted) await this.guard.pause(Math.min(attempt + 1, 6));
    }
  }

  /** From the log's end: what was appended before the subscription was confirmed is read when it is. */
  private async listen(signal: AbortSignal, confirmed: () => void): Promise<never> {
    const subscription = this.guard.client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents(), requiresLeader: true });
    let why: unknown = new Error('the server ended the subscription');
    let signalled: Position | undefined;
    let end = beforeAll;
    const ended = new AbortController();
    const over = AbortSignal.any([signal, ended.signal]);
    over.addEventListener('abort', () => void subscription.destroy());
    subscription.on('error', (error) => {
      why = error;
      ended.abort();
    });
    subscription.on('confirmation', () => {
      confirmed();
      this.grown.notify();
    });
    void this.watch(over, async () => {
      const head = await this.head();
      if (signalled === undefined) this.grown.notify();
      signalled ??= head;
      if (signalled < end) {
        why = new Error('the subscription fell silent');
        ended.abort();
      }
      end = head;
    });
    try {
      for await (const { event } of subscription) {
        const position = event?.position ? positionOf(event.position) : beforeAll;
        if (position > (signalled ?? beforeAll)) signalled = position;
        this.grown.notify();
      }
    } catch {
      // `why` says it.
    } finally {
      ended.abort();
      subscription.unsubscribe().catch(() => {});
    }
    throw why;
  }

  /** An event that was the log's end at the last look has had time to be delivered: a subscription may stay open and fall silent. */
  private async watch(over: AbortSignal, look: () => Promise<void>): Promise<void> {
    for (;;) {
      await pause(this.watchMs, over);
      if (over.aborted) return;
      await look().catch(() => undefined); // The log is away, and the subscription with it: that ends by itself.
    }
  }
}
