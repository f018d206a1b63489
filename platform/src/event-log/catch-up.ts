import { setImmediate as nextTurn } from 'node:timers/promises';
import { unlessAborted } from '../common/deadline.js';
import { Signal } from '../common/signal.js';
import { type Position, type RecordedEvent, beforeAll, largestBatch } from './event-log.js';

type Batch = Promise<readonly RecordedEvent[]>;

/**
 * Catch-up subscriptions of one log: everything after a position in batches, then what is
 * announced.
 */
export class CatchUp {
  private readonly grown = new Signal();
  /** Position of the last event that was announced. */
  private announced = beforeAll;
  private looks = 0;
  /**
   * Subscribers that have come equally far share a read: nearly all of them are at the log's end.
   */
  private latest: { readonly key: string; readonly batch: Batch } | undefined;

  constructor(private readonly read: (after: Position) => Batch) {}

  /** The log has an event at that position. Subscribers that have it already do not read again. */
  announce(position: Position): void {
    if (position <= this.announced) return;
    this.announced = position;
    this.grown.notify();
  }

  /** The log may have grown: every subscriber reads. */
  look(): void {
    this.looks++;
    this.grown.notify();
  }

  async *from(
    after: Position,
    signal: AbortSignal,
  ): AsyncGenerator<readonly RecordedEvent[], void> {
    let reached = after;
    /** Announcement and look before the last read that came to the log's end. */
    let heard: Position | undefined;
    let looked: number | undefined;
    while (!signal.aborted) {
      const { announced, looks } = this;
      const { seen } = this.grown;
      if (looks === looked && (announced <= reached || announced === heard)) {
        await this.grown.since(seen, signal);
        continue;
      }
      const batch = await unlessAborted(this.batchAfter(reached), signal, []);
      if (batch.length < largestBatch) [heard, looked] = [announced, looks];
      if (batch.length === 0 || signal.aborted) continue;
      reached = batch.at(-1)!.position;
      yield batch;
      await nextTurn(); // A subscriber that catches up lets the others have their turn.
    }
  }

  private async batchAfter(after: Position): Batch {
    const key = `${this.grown.seen} ${after}`;
    if (this.latest?.key !== key) this.latest = { key, batch: this.read(after) };
    const { latest } = this;
    try {
      return await latest.batch;
    } catch (error) {
      if (this.latest === latest) this.latest = undefined;
      throw error;
    }
  }
}
