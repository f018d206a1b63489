import { setImmediate as nextTurn } from 'node:timers/promises';
import { unlessAborted } from '../common/deadline.js';
import { Signal } from '../common/signal.js';
import type { Position, RecordedEvent } from './event-log.js';

type Batch = Promise<readonly RecordedEvent[]>;

/** Catch-up subscriptions of one log: everything after a position in batches, then what comes, read whenever the log is said to have grown. */
export class CatchUp {
  readonly grown = new Signal();
  /** Subscribers that have come equally far share a read: nearly all of them are at the log's end. */
  private latest: { readonly key: string; readonly batch: Batch } | undefined;

  constructor(private readonly read: (after: Position) => Batch) {}

  async *from(after: Position, signal: AbortSignal): AsyncGenerator<readonly RecordedEvent[], void> {
    for (let reached = after; !signal.aborted;) {
      const { seen } = this.grown;
      const batch = await unlessAborted(this.batchAfter(reached), signal, []);
      if (batch.length === 0) await this.grown.since(seen, signal);
      else if (!signal.aborted) {
        reached = batch.at(-1)!.position;
        yield batch;
        await nextTurn(); // A subscriber that catches up lets the others have their turn.
      }
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
