import { setImmediate as nextTurn } from 'node:timers/promises';
import { raceWithAbort } from '../common/deadline.js';
import { Signal } from '../common/signal.js';
import { type Position, type RecordedEvent, BEFORE_ALL, MAX_BATCH_EVENTS } from './event-log.js';

type Batch = Promise<readonly RecordedEvent[]>;

/** Catch-up subscriptions of one log: everything after a position in batches, then new events. */
export class CatchUp {
  private readonly logGrown = new Signal();
  /** Position of the last announced event. */
  private announced = BEFORE_ALL;
  private polls = 0;
  /** Latest read. Subscribers at the same position share it; nearly all are at the log's end. */
  private latestRead: { readonly key: string; readonly batch: Batch } | undefined;

  constructor(private readonly read: (after: Position) => Batch) {}

  /** Signals an event at this position. Subscribers that have it do not read. */
  announce(position: Position): void {
    if (position <= this.announced) return;
    this.announced = position;
    this.logGrown.notify();
  }

  /** Makes every subscriber read, because the log may have grown. */
  poll(): void {
    this.polls++;
    this.logGrown.notify();
  }

  async *follow(
    after: Position,
    signal: AbortSignal,
  ): AsyncGenerator<readonly RecordedEvent[], void> {
    let reached = after;
    /** Announcement and poll count before the last read that reached the log's end. */
    let handledAnnouncement: Position | undefined;
    let handledPolls: number | undefined;
    while (!signal.aborted) {
      const { announced, polls } = this;
      const { notificationCount } = this.logGrown;
      if (polls === handledPolls && (announced <= reached || announced === handledAnnouncement)) {
        await this.logGrown.waitSince(notificationCount, signal);
        continue;
      }
      const batch = await raceWithAbort(this.readBatchAfter(reached), signal, []);
      const hasReachedEnd = batch.length < MAX_BATCH_EVENTS;
      if (hasReachedEnd) {
        handledAnnouncement = announced;
        handledPolls = polls;
      }
      if (batch.length === 0 || signal.aborted) continue;
      reached = batch.at(-1)!.position;
      yield batch;
      await nextTurn(); // Yields to the other subscribers while this one catches up.
    }
  }

  private async readBatchAfter(after: Position): Batch {
    const key = `${this.logGrown.notificationCount} ${after}`;
    if (this.latestRead?.key !== key) this.latestRead = { key, batch: this.read(after) };
    const { latestRead } = this;
    try {
      return await latestRead.batch;
    } catch (error) {
      if (this.latestRead === latestRead) this.latestRead = undefined;
      throw error;
    }
  }
}
