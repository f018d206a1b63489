import { START, excludeSystemEvents } from '@eventstore/db-client';
import { WakeUp } from '../embedded/wake-up.js';
import { type Position, type RecordedEvent, UnreadableLog, largestBatch } from './event-log.js';
import type { EventStoreGuard } from './eventstore-guard.js';
import { ours, placeOf } from './eventstore-mapping.js';

const kept = 4 * largestBatch;

/**
 * The end of the log as it grows, from one subscription for all who listen in this process. It keeps the newest events;
 * who is further behind reads by itself until it meets them, so a slow listener holds up neither the server nor the others.
 */
export class EventStoreTail {
  readonly grown = new WakeUp();
  /** All events behind `floor`, which is unknown until the first answer. */
  private events: RecordedEvent[] = [];
  private floor: Position | undefined;
  private listeners = 0;
  private leaving = new AbortController();

  constructor(
    private readonly guard: EventStoreGuard,
    private readonly head: () => Promise<Position>,
    private readonly watchMs: number,
  ) {}

  /** The subscription runs while somebody listens. @returns what to call when one goes */
  join(): () => void {
    if (this.listeners++ === 0) {
      this.leaving = new AbortController();
      void this.follow(AbortSignal.any([this.leaving.signal, this.guard.closed]));
    }
    return () => {
      if (--this.listeners > 0) return;
      this.leaving.abort();
      this.forget();
    };
  }

  /** What there is behind a position, at most a batch; undefined if it does not reach back so far. */
  after(position: Position): readonly RecordedEvent[] | undefined {
    if (this.floor === undefined || position < this.floor) return undefined;
    let low = 0;
    for (let high = this.events.length; low < high;) {
      const middle = (low + high) >>> 1;
      if (this.events[middle]!.position <= position) low = middle + 1;
      else high = middle;
    }
    return this.events.slice(low, low + largestBatch);
  }

  /** Subscribes, and again from the last event seen whenever that ends, for whatever reason and also for none. */
  private async follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      if (attempt > 0) await this.guard.pause(Math.min(attempt, 6));
      try {
        const begun = this.floor ?? (await this.head());
        if (signal.aborted) return;
        this.floor = begun;
        this.grown.wake();
        await this.listen(signal, () => (attempt = 0));
      } catch (error) {
        if (signal.aborted) return;
        // Listeners who read by themselves come to the place, and are told.
        if (error instanceof UnreadableLog) this.forget();
        this.guard.trouble(error);
      }
    }
  }

  private async listen(signal: AbortSignal, heard: () => void): Promise<void> {
    const connection = this.guard.connection();
    const from = placeOf(this.last());
    const subscription = connection.client.subscribeToAll({
      fromPosition: from ?? START,
      filter: excludeSystemEvents(),
      requiresLeader: true,
    });
    let why: Error | undefined;
    const stop = () => void subscription.destroy();
    const failed = (error: Error) => {
      this.guard.failed(connection, error);
      stop();
    };
    const silent = () => {
      why = new Error('the subscription fell silent');
      stop();
    };
    const over = AbortSignal.any([signal, connection.ended]);
    over.addEventListener('abort', stop);
    subscription.on('confirmation', heard);
    subscription.on('error', failed); // One that comes when nobody iterates any more has nobody else to go to.
    const watching = this.watch(silent);
    try {
      for await (const resolved of subscription) {
        const event = ours(resolved);
        if (event) this.take(event);
      }
      why = new Error('the server ended the subscription');
    } catch (error) {
      why ??= connection.ended.aborted ? new Error('the connection was lost') : (error as Error);
    } finally {
      clearInterval(watching);
      over.removeEventListener('abort', stop);
      subscription.unsubscribe().catch(() => {});
    }
    throw why;
  }

  /** What is doubled or comes late has its place behind the last one, and has been told. */
  private take(event: RecordedEvent): void {
    if (event.position <= this.last()) return;
    this.events.push(event);
    if (this.events.length > kept) {
      const told = this.events.splice(0, kept / 2);
      this.floor = told.at(-1)!.position;
    }
    this.grown.wake();
  }

  private forget(): void {
    [this.floor, this.events] = [undefined, []];
    this.grown.wake();
  }

  private last(): Position {
    return this.events.at(-1)?.position ?? this.floor ?? '';
  }

  /** Looks whether a subscription is open and says nothing, though the log has grown. */
  private watch(silent: () => void): NodeJS.Timeout {
    let before = { head: this.last(), last: this.last() };
    let looking = false;
    const look = async () => {
      looking = true; // A log that answers slowly is not asked ever more often.
      try {
        const head = await this.head();
        const last = this.last();
        if (last === before.last && last < before.head) silent();
        before = { head, last };
      } catch {
        // The log is away, and the subscription with it: that ends by itself.
      }
      looking = false;
    };
    return setInterval(() => {
      if (!looking) void look();
    }, this.watchMs);
  }
}
